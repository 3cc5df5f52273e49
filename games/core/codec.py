"""Dataclasses to plain JSON values and back, strictly, by their type hints.

Reading refuses unknown or missing fields, wrong types, unknown tags and ``true`` where a number
stands. A union of dataclasses is told apart by a ``type`` key with the class name. Fields marked
with ``derived()`` are an index the owner rebuilds; they are neither written nor read. What is
hinted as ``JSON`` is JSON already and stays as it is. A moment is written in UTC, a set as a sorted
list.
"""

import dataclasses
import functools
import json
import operator
import types
import typing
from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

T = TypeVar("T")
JSON = Any

MAX_INT = 2**63


class BadData(ValueError):
    """Data that does not have the promised shape: a fault, which is logged and shown as one.

    Its text is for whoever keeps the site: where in the data, and why.
    """


def derived(**kwargs: Any) -> Any:
    """Declare a dataclass field that is computed from the others: not compared, not encoded."""
    metadata = {"derived": True}
    return dataclasses.field(compare=False, repr=False, metadata=metadata, **kwargs)


def encode(value: Any, hint: Any) -> JSON:
    """Return ``value`` of type ``hint`` as JSON-ready lists, dicts, strings and numbers."""
    return _encoder(hint)(value)


def decode(data: JSON, hint: type[T]) -> T:
    """Return the value of type ``hint`` written in ``data``; BadData names the place at fault."""
    read: Decoder = _decoder(typing.cast("Any", hint))
    return typing.cast("T", read(data, "$"))


def canonical(data: JSON) -> str:
    """Return JSON as the one text it has: keys sorted, no spaces, ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


@functools.cache
def _fields(cls: Any) -> tuple[tuple[str, Any, bool], ...]:
    hints = typing.get_type_hints(cls)
    return tuple(
        (field.name, hints[field.name], _required(field))
        for field in dataclasses.fields(cls)
        if not field.metadata.get("derived")
    )


def _required(field: "dataclasses.Field[Any]") -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _members(hint: Any) -> tuple[Any, ...]:
    return typing.get_args(hint)


def _is_class(hint: Any) -> bool:
    return dataclasses.is_dataclass(hint)


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _as_it_is(value: Any) -> JSON:
    return value


@functools.cache
def _encoder(hint: Any) -> Callable[[Any], JSON]:
    if hint in (int, str, bool, float, type(None), JSON):
        return _as_it_is
    if hint is datetime:
        return _write_moment
    if _is_union(hint):
        return _union_encoder(hint)
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _tuple_encoder(hint)
    if origin is dict:
        encode_item = _encoder(_members(hint)[1])
        return lambda value: {str(key): encode_item(item) for key, item in value.items()}
    if origin is typing.Literal:
        return _as_it_is
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return lambda value: value.value
    if dataclasses.is_dataclass(hint):
        return _class_encoder(hint)
    if origin is frozenset:
        encode_items = _encoder(tuple[_members(hint)[0], ...])  # type: ignore[misc]
        return lambda value: encode_items(tuple(sorted(value)))
    raise TypeError(f"no encoding for {hint!r}")


def _tuple_encoder(hint: Any) -> Callable[[Any], JSON]:
    members = _members(hint)
    if len(members) == 2 and members[1] is Ellipsis:
        encode_item = _encoder(members[0])
        if encode_item is _as_it_is:
            return list
        return lambda value: [encode_item(item) for item in value]
    encoders = tuple(_encoder(member) for member in members)
    if all(enc is _as_it_is for enc in encoders):
        return list
    return lambda value: [enc(item) for enc, item in zip(encoders, value, strict=True)]


def _class_encoder(cls: Any) -> Callable[[Any], JSON]:
    parts = tuple((name, _encoder(hint)) for name, hint, _ in _fields(cls))
    if len(parts) < 2:  # an attrgetter of one name gives no tuple
        return lambda value: {name: enc(getattr(value, name)) for name, enc in parts}
    names = tuple(name for name, _ in parts)
    values_of = operator.attrgetter(*names)
    others = tuple((name, enc) for name, enc in parts if enc is not _as_it_is)

    def encode_fields(value: Any) -> JSON:
        made = dict(zip(names, values_of(value), strict=True))
        for name, enc in others:
            made[name] = enc(made[name])
        return made

    return encode_fields


def _union_encoder(hint: Any) -> Callable[[Any], JSON]:
    def encode_union(value: Any) -> JSON:
        if value is None:
            return None
        if dataclasses.is_dataclass(value):
            cls: Any = type(value)
            return {"type": cls.__name__, **_encoder(cls)(value)}
        for member in _members(hint):
            if typing.get_origin(member) in (tuple, dict) and isinstance(
                value, typing.get_origin(member)
            ):
                return _encoder(member)(value)
        return value

    plain = [m for m in _members(hint) if m is not type(None)]
    if len(plain) == 1:
        encode_one = _encoder(plain[0])
        if encode_one is _as_it_is:
            return _as_it_is
        return lambda value: None if value is None else encode_one(value)
    return encode_union


Decoder = Callable[[JSON, str], Any]


@functools.cache
def _decoder(hint: Any) -> Decoder:
    if hint in (int, str, bool, float, type(None)):
        return functools.partial(_scalar, hint)
    if hint in (JSON, datetime):
        return _json if hint is JSON else _moment
    if _is_union(hint):
        return _union_decoder(hint)
    origin = typing.get_origin(hint)
    if origin is tuple:
        return _tuple_decoder(hint)
    if origin is dict:
        return _dict_decoder(hint)
    if origin is typing.Literal:
        return functools.partial(_literal, _members(hint))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return functools.partial(_enum, hint)
    if dataclasses.is_dataclass(hint):
        return _class_decoder(hint)
    if origin is frozenset:
        return functools.partial(_set, _decoder(tuple[_members(hint)[0], ...]))  # type: ignore[misc]
    raise TypeError(f"no decoding for {hint!r}")


def _scalar(hint: Any, data: JSON, at: str) -> Any:
    kinds = (int, float) if hint is float else (hint,)
    if type(data) not in kinds:
        raise BadData(f"{at}: expected {hint.__name__}, got {type(data).__name__}")
    if hint is int and not -MAX_INT <= data < MAX_INT:
        raise BadData(f"{at}: the number is too large")
    if hint is float and not abs(data) < float("inf"):
        raise BadData(f"{at}: not a finite number")
    if hint is str and ("\x00" in data or (not data.isascii() and _lone_surrogate(data))):
        raise BadData(f"{at}: the text holds characters that cannot be stored")
    return data


def _json(data: JSON, at: str) -> Any:
    """Return JSON as it is; only its scalars are looked at."""
    if isinstance(data, list):
        return [_json(item, f"{at}[{place}]") for place, item in enumerate(data)]
    if isinstance(data, dict):
        return {_scalar(str, key, at): _json(item, f"{at}.{key}") for key, item in data.items()}
    return _scalar(type(data), data, at)


def _lone_surrogate(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def _literal(allowed: tuple[Any, ...], data: JSON, at: str) -> Any:
    if not any(type(data) is type(item) and data == item for item in allowed):
        raise BadData(f"{at}: expected one of {', '.join(map(str, allowed))}")
    return data


def _enum(hint: Any, data: JSON, at: str) -> Any:
    if not isinstance(data, str) or data not in {member.value for member in hint}:
        raise BadData(f"{at}: expected one of {', '.join(member.value for member in hint)}")
    return hint(data)


def _write_moment(value: datetime) -> JSON:
    return value.astimezone(UTC).isoformat()


def _moment(data: JSON, at: str) -> datetime:
    try:
        found = datetime.fromisoformat(_scalar(str, data, at))
    except ValueError as error:
        raise BadData(f"{at}: expected a moment") from error
    if found.tzinfo is None or _write_moment(found) != data:
        raise BadData(f"{at}: expected a moment in UTC")
    return found


def _set(decode_items: Decoder, data: JSON, at: str) -> frozenset[Any]:
    items = decode_items(data, at)
    if list(items) != sorted(set(items)):
        raise BadData(f"{at}: expected a sorted list, each item once")
    return frozenset(items)


def _tuple_decoder(hint: Any) -> Decoder:
    members = _members(hint)
    variable = len(members) == 2 and members[1] is Ellipsis

    def decode_tuple(data: JSON, at: str) -> Any:
        if type(data) is not list:
            raise BadData(f"{at}: expected a list, got {type(data).__name__}")
        if variable:
            decode_item = _decoder(members[0])
            return tuple(decode_item(item, f"{at}[{i}]") for i, item in enumerate(data))
        if len(data) != len(members):
            raise BadData(f"{at}: expected {len(members)} items, got {len(data)}")
        return tuple(
            _decoder(member)(item, f"{at}[{i}]")
            for i, (member, item) in enumerate(zip(members, data, strict=True))
        )

    return decode_tuple


def _dict_decoder(hint: Any) -> Decoder:
    key_hint, value_hint = _members(hint)
    if key_hint is not str:
        raise TypeError(f"only dicts with string keys can be encoded, not {hint!r}")

    def decode_dict(data: JSON, at: str) -> Any:
        if type(data) is not dict:
            raise BadData(f"{at}: expected an object, got {type(data).__name__}")
        decode_item = _decoder(value_hint)
        return {
            _scalar(str, key, at): decode_item(item, f"{at}.{key}") for key, item in data.items()
        }

    return decode_dict


def _class_decoder(cls: Any) -> Decoder:
    parts = {name: (_decoder(hint), required) for name, hint, required in _fields(cls)}
    needed = {name for name, (_, required) in parts.items() if required}

    def decode_class(data: JSON, at: str) -> Any:
        if type(data) is not dict:
            raise BadData(f"{at}: expected an object, got {type(data).__name__}")
        if unknown := data.keys() - parts.keys():
            raise BadData(f"{at}: unknown field {min(map(str, unknown))!r}")
        if missing := needed - data.keys():
            raise BadData(f"{at}: missing field {min(missing)!r}")
        values = {name: parts[name][0](item, f"{at}.{name}") for name, item in data.items()}
        try:
            return cls(**values)
        except (ValueError, TypeError) as error:
            raise BadData(f"{at}: {error}") from error

    return decode_class


def _union_decoder(hint: Any) -> Decoder:
    members = _members(hint)
    classes: dict[str, Any] = {m.__name__: m for m in members if _is_class(m)}
    others = [m for m in members if m not in classes.values()]
    plain = [m for m in members if m is not type(None)]

    def decode_union(data: JSON, at: str) -> Any:
        if data is None and type(None) in members:
            return None
        if len(plain) == 1:
            return _decoder(plain[0])(data, at)
        if type(data) is dict and classes:
            tag = data.get("type")
            if not isinstance(tag, str) or tag not in classes:
                raise BadData(f"{at}.type: expected one of {', '.join(sorted(classes))}")
            rest = {key: value for key, value in data.items() if key != "type"}
            return _decoder(classes[tag])(rest, at)
        for member in others:
            try:
                return _decoder(member)(data, at)
            except BadData:
                continue
        raise BadData(f"{at}: does not fit any of the allowed forms")

    return decode_union
