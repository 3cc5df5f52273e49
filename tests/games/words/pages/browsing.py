"""How tests look at pages of words and send forms to them."""

from typing import Any

from django.test import Client
from django.urls import reverse


def page(client: Client, name: str, *args: Any, **query: Any) -> str:
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def send(client: Client, name: str, *args: Any, data: Any, **query: Any) -> Any:
    address = reverse(name, args=args, query=query)
    return client.post(address, {"reason": "it is a word", "source": "the book", **data})


def told(answer: Any, client: Client) -> str:
    """The message on the page that the answer redirects to."""
    return [str(m) for m in client.get(answer["Location"]).context["messages"]][-1]
