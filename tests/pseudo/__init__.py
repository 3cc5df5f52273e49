"""The site in the language that shows which sentences were forgotten."""
