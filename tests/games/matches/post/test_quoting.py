"""The writer's own lines are found above, below and between quotations; one can be the turn."""

# ruff: noqa: RUF001 - headers in several scripts

import itertools

import pytest

from games.matches.post.quoting import Answer, answer_in, own_lines
from games.matches.post.texts import without_tags

TURN = "A90 1,0 road W"
OTHER = "A0 0,1"
WORDS = {TURN: "turn", "a90 1,0 ROAD w": "turn", OTHER: "other", "pass": "pass", "Y": "yes"}
ADDRESS = "move+jq5k2m7x9w3b6t8z4r1p5n0c2v7d@play.example.org"
HEADERS = {
    "one line": "On Mon, 19 Aug 2024 at 09:36, Tilepost <a@play.example> wrote:",
    "address": f"On Mon, 19 Aug 2024 at 09:36, Tilepost <\n{ADDRESS}> wrote:",
    "long name": f"On Mon, Aug 19, 2024 at 9:36 AM Tilepost, the tile games\n<{ADDRESS}>\nwrote:",
    "after the date": "On 01/03/2026 13:05,\nTilepost wrote:",
    "four lines": f"On Mon, Aug 19, 2024\nat 9:36 AM\nTilepost\n<{ADDRESS}> wrote:",
    "apple": f"On 1 Mar 2026, at 13:05, Tilepost\n<{ADDRESS}> wrote:",
    "german": f"Am Mo., 19. Aug. 2024 um 09:36 Uhr schrieb Tilepost <\n{ADDRESS}>:",
    "german, above": "Am 19. August 2024 09:36:12\nschrieb Tilepost <a@play.example>:",
    "french": f"Le lun. 19 août 2024 à 09:36, Tilepost <\n{ADDRESS}> a\u00a0écrit\u00a0:",
    "french, verb": f"Le lun. 19 août 2024 à 09:36, Tilepost\n<{ADDRESS}>\na écrit :",
    "date": f"2024-08-19 9:36 GMT+02:00 Tilepost <\n{ADDRESS}>:",
    "date first": "19.08.2024 09:36\nTilepost:",
    "spanish": f"El lun, 19 ago 2024 a las 9:36, Tilepost (<\n{ADDRESS}>) escribió:",
    "italian": f"Il giorno lun 19 ago 2024 alle ore 09:36 Tilepost <\n{ADDRESS}> ha scritto:",
    "polish": f"pon., 19 sie 2024 o 09:36 Tilepost <\n{ADDRESS}> napisał(a):",
    "hungarian": f"Tilepost <{ADDRESS}> ezt írta (időpont: 2024. aug. 19., H,\n9:36):",
    "russian": f"пн, 19 авг. 2024 г. в 09:36, Tilepost <\n{ADDRESS}>:",
    "turkish": f"Tilepost <{ADDRESS}>, 19 Ağu 2024 Pzt, 09:36 tarihinde\nşunu yazdı:",
    "japanese": f"2024年8月19日(月) 9:36 Tilepost <\n{ADDRESS}>:",
    "chinese": f"Tilepost <\n{ADDRESS}> 于2024年8月19日周一 09:36写道：",
    "korean": f"2024년 8월 19일 (월) 오전 9:36, Tilepost <\n{ADDRESS}>님이 작성:",
    "hebrew": "\u202bבתאריך יום ב׳, 19 באוג׳ 2024 ב-9:36 מאת \u202aTilepost\u202c\u200f <\n"
    f"{ADDRESS}>:\u202c",
    "no date": "Tilepost <a@play.example> writes:",
    "name": "Tilepost wrote:",
    "outlook": "From: Tilepost <a@play.example>\nSent: Monday, 19 August 2024 09:36\nTo: Anna",
    "k9": "-------- Original Message --------\nFrom: Tilepost <a@b.c>\nSent: 19 August 2024 09:36",
    "proton": "------- Original Message -------\nOn Monday, August 19th, 2024 at 9:36 AM, "
    "Tilepost <a@b.c> wrote:",
    "zoho": "---- On Mon, 19 Aug 2024 09:36:12 +0200 Tilepost <a@b.c> wrote ----",
}  # fmt: skip
QUOTED = "> It's your turn.\n>\n> Turned 90 degrees, your tile fits at 1,0.\n"


def said(text: str) -> list[str]:
    return own_lines(text, lambda line: line in WORDS)


def answer(text: str) -> Answer:
    return answer_in(text, lambda line: WORDS.get(line, ""))


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_header_is_no_line_of_the_writer_s_wherever_they_write(header: str) -> None:
    for above, below in itertools.product(("\n", "\n\n"), repeat=2):
        quotation = header + below + QUOTED
        assert said(quotation + above + TURN) == [TURN]
        assert said(quotation + above + TURN + "\n\n> Go to the table:\n> https://a.b/") == [TURN]
        assert said(f"{TURN}{above}{quotation}") == [TURN]
        assert said(f"Hello there,\n{TURN}{above}{quotation}") == ["Hello there,", TURN][-1:]
        assert said(f"{quotation}\n{TURN}\n\n{quotation}\n{OTHER}") == [TURN, OTHER]
        assert said(f"{quotation}{above}") == []


@pytest.mark.parametrize("name", sorted({*HEADERS} - {"outlook", "k9"}))
def test_an_answer_can_stand_between_a_header_and_what_it_is_about(name: str) -> None:
    """A block of labels is none of these: what follows it without signs is what it quotes."""
    for above, below in itertools.product(("\n", "\n\n"), repeat=2):
        assert answer(f"{HEADERS[name]}{above}{TURN}{below}{QUOTED}").meant == (TURN,)


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_what_follows_a_header_is_quoted_even_without_signs_of_it(header: str) -> None:
    if header in (HEADERS["date first"], HEADERS["name"]):
        return  # so little could be anybody's words
    for above, below in itertools.product(("\n", "\n\n"), repeat=2):
        quotation = f"{above}{header}{below}{OTHER}\n\n{OTHER}"
        assert said(TURN + quotation) == [TURN]
        assert said(quotation) == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (f"Sorry for the delay!\n{TURN}", [TURN]),
        (f"Sorry for the delay!\n\n\n{TURN}\n\nSee you,\nAnna", [TURN]),
        (f"Hi Ben,\n\nhere is mine:\n\n{TURN}\n\n{HEADERS['address']}\n\n{QUOTED}", [TURN]),
        (f"{QUOTED}\nWell played.\n\n> Go to the table:\n\n{TURN}\n", [TURN]),
        (f"Let me see.\n{TURN}\na90 1,0 ROAD w", [TURN]),  # the same twice
        (f"Let me see.\n{TURN}\nor rather\n{OTHER}", [TURN, OTHER]),
        (f"{TURN}\n{OTHER}", [TURN]),  # the first line is the turn
        (f"{TURN}\npass", [TURN]),
        (f"Sorry.\n-- \n{TURN}", []),
        (f"Sorry.\n________________________________\n{TURN}", []),
        ("I have no idea what I could do here.\n\npass", ["pass"]),
        ("Do say hello to all of them from me, and when you can please\npass", []),
        ("Do say hello to all of them from me, and when you can please.\npass", ["pass"]),
        (f"I have thought about this one for a very long time, so here is\n{TURN}", [TURN]),
        ("pass on my regards", []),
        ("I will\npass on this one, " + TURN, []),
        ("What a game.\nY", []),  # how somebody signs
        ("Y", ["Y"]),
        (f"\ufffc\n\U0001f44d\n{TURN}\n{OTHER}", [TURN]),  # a picture and a sign are no words
        ("Hello!\n\n", []),
    ],
)
def test_the_answer_is_the_first_line_or_the_only_one_that_can_be(
    text: str, meant: list[str]
) -> None:
    assert list(answer(text).meant) == meant


BLOCK = "<blockquote type='cite'><p>Your turn</p><p>A0 0,1</p></blockquote>"
HEADER = f"On Mon, 19 Aug 2024 at 09:36, Tilepost &lt;<br>{ADDRESS}&gt; wrote:"
ATTR = '<div class="gmail_attr">'
HTML = {
    "gmail": f'<div dir="ltr"><div><br></div><div class="gmail_quote">{ATTR}{HEADER}<br></div>'
    f'<blockquote class="gmail_quote">A0 0,1</blockquote><div>{{}}</div></div></div>',
    "gmail, between": f'<div class="gmail_quote">{ATTR}{HEADER}</div>{BLOCK}'
    f"<div><br></div><div>{{}}</div>{BLOCK}</div>",
    "gmail, above": f'<div dir="ltr">{{}}</div><br><div class="gmail_quote">{ATTR}'
    f'{HEADER}</div><blockquote class="gmail_quote">A0 0,1</blockquote></div>',
    "thunderbird": f'<div class="moz-cite-prefix">{HEADER}</div>{BLOCK}<p>{{}}</p>',
    "apple": f"<div>{BLOCK}</div><div><br></div><div>{{}}</div>",
    "apple, header": f"<div>{HEADER}</div><br>{BLOCK}<div>{{}}</div>",
    "proton": f'<div class="protonmail_quote">{HEADER}<br>{BLOCK}<br></div><div>{{}}</div>',
    "proton, inside": f'<div class="protonmail_quote">{HEADER}<br>{BLOCK}<br>{{}}</div>',
    "roundcube": f'<p id="reply-intro">{HEADER}</p>{BLOCK}<div>{{}}</div>',
    "k9": f'<div class="k9mail-body">{{}}<div class="gmail_quote">{HEADER}{BLOCK}</div></div>',
    "k9, below": f"<html><body>{HEADER}<br>{BLOCK}<br>{{}}</body></html>",
    "plain": f"<p>{HEADER}<br>&gt; Your turn<br>&gt; A0 0,1</p><p>{{}}</p>",
    "nested": f"<blockquote>a{BLOCK}b</blockquote>{{}}<blockquote>{BLOCK}</blockquote>",
    "yahoo": f'<div>{{}}</div><div class="yahoo_quoted"><div>{HEADER}</div><div>A0 0,1</div></div>',
    "outlook": "<div>{}</div><hr><div id='divRplyFwdMsg'>From: x</div><div>A0 0,1</div>",
    "word": "<p>{}</p><div><p><b>From:</b> Tilepost &lt;a@b.c&gt;<br><b>Sent:</b> 01 March 2026"
    "<br><b>To:</b> Anna</p></div><p>A0 0,1</p>",
    "lines": "<div>{}</div><div><div><b>From:</b> Tilepost &lt;a@b.c&gt;</div><div><b>Sent:</b> "
    "01 March 2026</div></div><div>A0 0,1</div>",
    "header in lines": "<div>{}</div><div>On 01/03/2026, Tilepost</div>"
    "<div>&lt;a@b.c&gt; wrote:</div><div>A0 0,1</div>",
}


@pytest.mark.parametrize("source", HTML.values(), ids=HTML)
def test_in_html_answers_stand_above_below_and_between_quotations(source: str) -> None:
    assert said(without_tags(source.format(TURN))) == [TURN]
    assert said(without_tags(source.format(""))) == []
