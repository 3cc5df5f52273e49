"""Reads one ES module: what it takes from others, what it gives, and its text without either.

A module gives what it declares by ``const``, ``function`` and ``class``, by its name: never a
default, and nothing that changes later. So whoever takes something can have it as a value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath, relpath
from typing import TypeAlias

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_LANGUAGE = Language(tree_sitter_javascript.language())
_FUNCTIONS = {
    "arrow_function", "function_declaration", "function_expression", "generator_function",
    "generator_function_declaration", "method_definition",
}  # fmt: skip
_DECLARED = _FUNCTIONS | {"class_declaration"}
_LINES = re.compile(r"[ \t]*\n\s*")


class BadModule(ValueError):
    """A script says something that cannot be bundled."""


@dataclass(frozen=True)
class Address:
    """A quoted address in a module's text, of a file that is written as seen from the module."""

    target: str

    def seen_from(self, name: str) -> str:
        """Return it as a file beside the named one has to write it."""
        return f'"./{relpath(self.target, dirname(name) or ".")}"'


Piece: TypeAlias = str | Address


@dataclass(frozen=True)
class Import:
    """What a module takes from another: names there and here, or ``whole`` as a name."""

    target: str
    names: dict[str, str] = field(default_factory=dict)  # here -> there
    whole: str = ""


@dataclass
class Module:
    """A script that was read; ``gives`` has the name in its text for each name outside."""

    name: str
    imports: list[Import] = field(default_factory=list)
    gives: dict[str, str] = field(default_factory=dict)
    passes_on: list[Import] = field(default_factory=list)
    later: list[str] = field(default_factory=list)  # what it imports when it's needed
    waits: bool = False  # whether it awaits something before it's done
    pieces: list[Piece] = field(default_factory=list)

    @property
    def targets(self) -> list[str]:
        """Return the modules it has to come after, in their order."""
        return list(dict.fromkeys(one.target for one in (*self.imports, *self.passes_on)))

    def text(self, place: str) -> str:
        """Return what remains of the module, as it stands in the named file."""
        return "".join(
            piece.seen_from(place) if isinstance(piece, Address) else piece for piece in self.pieces
        ).strip()


def read(name: str, text: str) -> Module:
    """Return a module; raise BadModule if it says what cannot be bundled."""
    tree = Parser(_LANGUAGE).parse(source := text.encode())
    if tree.root_node.has_error:
        raise BadModule(f"{name} isn't JavaScript as we read it.")
    return _Reader(name, source).read(tree.root_node)


class _Reader:
    """Walks a tree; ``edits`` say which bytes of the source become what."""

    def __init__(self, name: str, source: bytes) -> None:
        self.module, self.source = Module(name), source
        self.edits: list[tuple[int, int, Piece]] = []

    def read(self, root: Node) -> Module:
        for node in root.children:
            match node.type:
                case "import_statement":
                    self.module.imports.append(self._import(node))
                    self._drop(node.start_byte, node.end_byte)
                case "export_statement":
                    self._export(node)
                case _:
                    self._walk(node, inside=False)
        self.module.pieces = list(self._pieces())
        return self.module

    def _refuse(self, node: Node, why: str) -> BadModule:
        return BadModule(f"{self.module.name}, line {node.start_point.row + 1}: {why}")

    def _said(self, node: Node | None) -> str:
        return self.source[node.start_byte : node.end_byte].decode() if node else ""

    def _drop(self, start: int, end: int, instead: Piece = "") -> None:
        self.edits.append((start, end, instead))

    # --- What stands at the top ---------------------------------------------------------------

    def _target(self, node: Node | None) -> str:
        said = self._said(node)[1:-1]
        if not said.startswith((".", "/")) and "/" not in said and "." not in said:
            raise BadModule(f"{self.module.name} imports {said}: say by which address.")
        return normpath(join(dirname(self.module.name), said))

    def _import(self, node: Node) -> Import:
        names, whole = dict[str, str](), ""
        for clause in (one for one in node.children if one.type == "import_clause"):
            for part in clause.named_children:
                match part.type:
                    case "named_imports":
                        names |= {here: there for there, here in self._specified(part)}
                    case "namespace_import":
                        whole = self._said(part.named_children[0])
                    case _:
                        raise self._refuse(part, "import by name: nothing has a default.")
        return Import(self._target(node.child_by_field_name("source")), names, whole)

    def _specified(self, node: Node) -> Iterator[tuple[str, str]]:
        """Yield the names in braces: what stands first, and what after ``as``."""
        for one in node.named_children:
            if one.type in {"import_specifier", "export_specifier"}:
                name = self._said(one.child_by_field_name("name"))
                yield name, self._said(one.child_by_field_name("alias")) or name

    def _export(self, node: Node) -> None:
        declared = node.child_by_field_name("declaration")
        clause = next((one for one in node.children if one.type == "export_clause"), None)
        source = node.child_by_field_name("source")
        if declared is not None and not any(one.type == "default" for one in node.children):
            self._drop(node.start_byte, declared.start_byte)
            self.module.gives |= {name: name for name in self._declared(declared)}
            self._walk(declared, inside=False)
        elif clause is not None:
            outside = {there: here for here, there in self._specified(clause)}
            if source is None:
                self.module.gives |= outside
            else:
                self.module.passes_on.append(Import(self._target(source), outside))
            self._drop(node.start_byte, node.end_byte)
        else:
            raise self._refuse(node, "export by name, one by one, and no default.")

    def _declared(self, node: Node) -> Iterator[str]:
        if node.type in _DECLARED:
            yield self._said(node.child_by_field_name("name"))
            return
        if node.type != "lexical_declaration" or self._said(node.children[0]) != "const":
            raise self._refuse(node, "what is exported may not change: declare it const.")
        for one in node.named_children:
            name = one.child_by_field_name("name")
            if name is None or name.type != "identifier":
                raise self._refuse(node, "export one name after the other.")
            yield self._said(name)

    # --- What stands anywhere -----------------------------------------------------------------

    def _walk(self, node: Node, *, inside: bool, quoted: bool = False) -> None:
        """Look at a node: ``inside`` a function, or ``quoted`` in a string that is a template."""
        match node.type:
            case "comment":
                if not quoted:
                    self._drop(node.start_byte, node.end_byte, self._gap(node))
                return
            case "template_string" if not quoted:
                self._drop(node.start_byte, node.end_byte, self._said(node))
                quoted = True
            case "await_expression" if not inside:
                self.module.waits = True
            case "call_expression" if self._said(node.child_by_field_name("function")) == "import":
                self._later(node, quoted=quoted)
            case "new_expression" if self._is_own_address(node):
                self._beside(node, quoted=quoted)
                return
            case "meta_property":
                raise self._refuse(node, 'say new URL("...", import.meta.url), and no more.')
        inside = inside or node.type in _FUNCTIONS
        for child in node.children:
            self._walk(child, inside=inside, quoted=quoted)

    def _gap(self, comment: Node) -> str:
        return "\n" if comment.start_point.row != comment.end_point.row else " "

    def _arguments(self, node: Node) -> list[Node]:
        found = node.child_by_field_name("arguments")
        return found.named_children if found else []

    def _later(self, node: Node, *, quoted: bool) -> None:
        first = self._arguments(node)[0]
        if first.type != "string":
            return  # a page tells the address
        self._name(first, quoted=quoted)
        self.module.later.append(self._target(first))

    def _is_own_address(self, node: Node) -> bool:
        given = self._arguments(node)
        return len(given) == 2 and self._said(given[1]) == "import.meta.url"

    def _beside(self, node: Node, *, quoted: bool) -> None:
        first = self._arguments(node)[0]
        if first.type != "string":
            raise self._refuse(node, "say which file it is.")
        self._name(first, quoted=quoted)

    def _name(self, node: Node, *, quoted: bool) -> None:
        if quoted:
            raise self._refuse(node, "no addresses of modules in a template.")
        self._drop(node.start_byte, node.end_byte, Address(self._target(node)))

    # --- What remains -------------------------------------------------------------------------

    def _pieces(self) -> Iterator[Piece]:
        """Yield the text with its edits, without what only those need who read it."""
        code, at = "", 0
        for start, end, instead in sorted(self.edits, key=lambda edit: edit[:2]):
            code += self.source[at:start].decode()
            at = end
            if isinstance(instead, str) and not instead.startswith("`"):
                code += instead
            else:
                yield _LINES.sub("\n", code)
                yield instead
                code = ""
        yield _LINES.sub("\n", code + self.source[at:].decode())
