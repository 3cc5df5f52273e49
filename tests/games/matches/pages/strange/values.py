"""What nobody in their right mind sends, for each place in a request."""

import json
from collections.abc import Iterator
from typing import Any

# As they stand in an address, percent-encoded.
IN_PATHS = (
    "%00", "a%00b", "%ff", "%ED%A0%80", "..%2f..%2fetc%2fpasswd", "..", "%2e%2e", "%2f", "%5c",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E", "a" * 5000, "%20", "0", "-1", "1",
    "99999999999999999999", "2147483648", "9223372036854775808", "%D9%A3", "%C2%B2", "%E2%80%AEabc",
    "%F0%9F%8E%B2", "None", "null", "%25", "%", "%zz", "'", "%22", ";", "a%0Ab",
    "a%0D%0AX-Evil:%201", "1.5", "1e9", "%7B%7D", "{}", "*", "true", "%C0%AF", "new", "court", "_",
    "-", "a.b", "A" * 64, "1_0", "%2B1", "cat",
)  # fmt: skip
# In a query and in the fields of a form: text, half of a sign too.
IN_FORMS = (
    "", " ", "\0", "a\0b", "\ud800", "x\udfff", "..", "../../etc/passwd",
    "<script>alert(1)</script>", "x" * 3000, "x" * 60_000, "0", "-1", "1", "2", "3.5", "1e400",
    "nan", "NaN", "inf", "-0", "\u0663", "\u00b2", "2147483648", "9223372036854775808",
    "-9223372036854775809", "9" * 5000, "\u202eabc", "🎲", "é", "\u0130", "ﬀ", "None", "null",
    "true", "on", "[]", "{}", "[1]", '{"a":1}', "a\nb", "a\r\nX: 1", "%", "%s", "{0}", "{x}",
    "{{ x }}", "'", '"', "\\", ";--", "2026-03-22", "2026-13-45", "0001-01-01", "9999-12-31",
    "10000-01-01", "2026-03-22T12:00", "0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59-23:59",
    "2026-03-29T01:30", "25:61", "00:00", "24:00", "UTC", "../UTC", "Europe/Vienna", "a@b",
    "a@b.example", "a" * 300 + "@b.example", "//evil.example", "/", "/%00", "http://[",
    "/\\evil.example", "javascript:alert(1)", "a-member", "a-silenced", "guest-x", "broad",
    "everyday", "own-nothing", "upwords", "1,2,3", "%ED%A0%80", "\u2028", "\u200b", "\x7f",
    "\x1b[31m",
)  # fmt: skip
# In place of a value of JSON, as it is written.
IN_JSON = (
    "NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e-400", "0", "-0", "-1", "1", "1.0", "0.5",
    "2147483648", "9223372036854775808", "-9223372036854775809", "1" + "0" * 400, "9" * 5000,
    '"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"a\\u0000b"', '""', '" "',
    '"' + "x" * 50_000 + '"',
    '"1"', '"\u0663"', '"\\u202e"', '"<script>"', '"../.."', '"\U0001f3b2"',
    '"__class__"', "true", "false", "null", "[]", "{}", "[[]]", "[null]", '[""]', "[0,0]",
    "[1e400]", '{"type": "x"}', '{"": ""}', '{"type": null}', '{"\\ud800": 1}', '{"\\u0000": 1}',
    "[" * 10_000 + "]" * 10_000, "[" * 10_000, '{"a":' * 10_000 + "1" + "}" * 10_000,
    "[" + "0," * 20_000 + "0]", "{" + '"a":1,' * 5_000 + '"b":1}', "", "'", "undefined", "\x00",
    "\x1f", "[1,]", "0x10", "01", "+1", ".5",
)  # fmt: skip
# Whole bodies: what is said of them, and what they are.
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
PARTS = "multipart/form-data; boundary=b"


def _part(head: bytes, content: bytes = b"x", more: bytes = b"") -> bytes:
    """Return a form with one field, named as given."""
    disposition = b"Content-Disposition: form-data; " + head
    return b"--b\r\n" + disposition + b"\r\n" + more + b"\r\n" + content + b"\r\n--b--"


BODIES = (
    ("", b"x"), (FORM, b""), (FORM, b"%"), (FORM, b"%ff=%ff&%00=%00"), (FORM, b"&&&==="),
    (FORM, b"a=1&" * 900), (FORM, b"a=1&" * 2000), (FORM, b"\xff\xfe\x00"), (FORM, b"x" * 70_000),
    (f"{FORM}; charset=utf-16", b"a=1"), (f"{FORM}; charset=nothing", b"a=1"),
    (f"{FORM}; charset=\xff", b"a=1"), (f"{FORM}; charset=rot13", b"a=1"), (JSON, b""),
    (JSON, b"{"), (JSON, b"\xff"), (JSON, b"\xef\xbb\xbf{}"), (JSON, '{"a":1}'.encode("utf-16")),
    (JSON, b"nul"), (f"{JSON}; charset=utf-16", b"{}"), (JSON, b'{"a": "' + b"x" * 70_000 + b'"}'),
    ("multipart/form-data", b"x"), ("multipart/form-data; boundary=", b"--\r\n"), (PARTS, b""),
    (PARTS, b"--b"), (PARTS, b"--b\r\n\r\nx"), (PARTS, b"\xff" * 99), (PARTS, _part(b'name="\0"')),
    (PARTS, _part(b'name="file"; filename="../../x\0"', b"\0")),
    (PARTS, _part(b'name="file"; filename="a.zip"', b"PK\x03\x04broken")),
    (PARTS, _part(b'name="file"; filename="a.gz"', b"\x1f\x8b\x08\x00\xff")),
    (PARTS, _part(b'name="a"', b"!!!", b"Content-Transfer-Encoding: base64\r\n")),
    (PARTS, _part(b"name=\"a\xff\"; filename*=nothing''%ff")),
    (PARTS, _part(b"name=\"a\"; filename*=utf-8''%00%ff")),
    (PARTS, b"".join(_part(b'name="a"; filename="f"')[:-5] for _ in range(120)) + b"--b--"),
    (f"{PARTS}{'b' * 300}", b"x"), ("multipart/form-data; boundary=\xff", b"x"),
    ("multipart/mixed; boundary=b", b"--b--"), ("text/plain", b"a=1"), ("text/xml", b"<a/>"),
    ("image/png", b"\x89PNG"), ("application/octet-stream", b"\0"), ("\xff\xff", b"a=1"),
    (";", b"a"), ("a" * 2000, b"a"), ("application/json\0", b"{}"), ("text/calendar", b"BEGIN:"),
)  # fmt: skip
# Headers, each with the values that are amiss with it.
_AMISS: dict[str, tuple[str, ...]] = {
    "Origin": (
        "null",
        "",
        "http://",
        "http://localhost:99999",
        "http://localhost:x",
        "http://[",
        "//",
        "http://[::1",
        "\0",
        "http://localhost:8000@evil.example",
        "\xff",
        "x" * 3000,
        "http://evil.example",
    ),
    "Referer": ("http://[", "http://localhost:x/", "\xff", "x" * 3000, "//", ""),
    "Host": (
        "",
        "evil.example",
        "localhost:x",
        "localhost:99999",
        "[",
        "[::1",
        "a b",
        "\xff",
        "x" * 300,
        "..",
        "localhost:",
        "localhost.",
        "LOCALHOST",
        "localhost:8000:8000",
    ),
    "Cookie": (
        "session",
        "session=",
        "session=;;;=",
        "session=\0",
        "session=\xff",
        "csrf=" + "y" * 64,
        "session=" + "x" * 4000,
        "csrf=x",
        "theme=\xff",
        "messages=x",
        'messages="[[1]]"',
        '"',
        "messages=W10:1:x",
        "=; =; =",
        "a=1;" * 500,
        "session=../../etc/passwd",
        "sessionid=x",
        "django_language=../../x",
        "session=x\ty",
    ),
    "Accept-Language": (
        "*",
        "",
        ";;;,,,",
        "en;q=x",
        "en;q=99999",
        "\xff",
        "x" * 5000,
        "de-" * 400,
        "../../etc",
        "en;q=" + "9" * 500,
        "zh-Hant-" * 50,
    ),
    "If-None-Match": ("*", "", '"', 'W/"', "x", '"\xff"', '"a",' * 900, "x" * 5000),
    "If-Match": ("*", "", '"', '"x"'),
    "If-Modified-Since": (
        "",
        "x",
        "0",
        "Thu, 01 Jan 0001 00:00:00 GMT",
        "Thu, 99 Xyz 9999 99:99:99 GMT",
        "-1",
        "\xff",
        "Mon, 01 Jan 99999 00:00:00 GMT",
        "Thu, 31-Feb-70 00:00:00 GMT",
    ),
    "If-Unmodified-Since": ("x", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "Range": ("bytes=0-0", "bytes=9-1", "bytes=-", "x", "bytes=0-" + "9" * 400),
    "Accept": ("", "*", "application/json", "a/b;q=x", ";;", "\xff", "x" * 4000),
    "Accept-Encoding": ("", "*;q=x", "gzip;q=0", "\xff"),
    "User-Agent": ("", "\xff", "\0", "x" * 5000, "Firefox/" * 300),
    "Authorization": ("", "Basic", "Basic !!!", "Basic /w==", "Bearer \xff", "Basic " + "x" * 4000),
    "X-Forwarded-For": ("x", "", ",,,", "1.2.3.4:99999", "[::1", "\xff", "1.2.3.4, " * 400),
    "X-Forwarded-Proto": ("gopher",),
    "X-Forwarded-Host": ("evil.example",),
    "X-CSRFToken": ("\xff", "x" * 64),
    "X-HTTP-Method-Override": ("DELETE",),
    "X-Requested-With": ("\xff",),
    "Transfer-Encoding": ("x",),
    "Expect": ("x",),
    "Upgrade": ("websocket",),
    "Sec-Fetch-Site": ("\xff",),
    "Prefer": ("x" * 3000,),
}
HEADERS = tuple({name: value} for name, those in _AMISS.items() for value in those)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")

_HERE = "\x01here\x01"


def amiss(shape: Any) -> Iterator[bytes]:
    """Yield a body of JSON with one of its values strange, missing, or one too many."""
    for found in _with_a_gap(shape):
        written = json.dumps(found)
        for value in IN_JSON:
            yield written.replace(json.dumps(_HERE), value, 1).encode("utf-8", "surrogatepass")
    for found in _without_one(shape):
        yield json.dumps(found).encode()


def _with_a_gap(shape: Any) -> Iterator[Any]:
    """Yield the shape with a mark in place of one of its values, itself first."""
    yield _HERE
    match shape:
        case dict():
            for name in shape:
                for inner in _with_a_gap(shape[name]):
                    yield {**shape, name: inner}
        case list():
            for place in range(len(shape)):
                for inner in _with_a_gap(shape[place]):
                    yield [*shape[:place], inner, *shape[place + 1 :]]


def _without_one(shape: Any) -> Iterator[Any]:
    """Yield the shape without one of its names, and with one that nobody knows."""
    if not isinstance(shape, dict):
        return
    yield {**shape, "unheard": 1}
    for name in shape:
        yield {key: value for key, value in shape.items() if key != name}
        for inner in _without_one(shape[name]):
            yield {**shape, name: inner}
