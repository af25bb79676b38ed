"""Chats as text, of WhatsApp (`[date, time] name: text`, `date, time - name: text`) and IRC."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\.?"
_WORDED = r"(?:[^\W\d_]{3,9}\.? \d{1,2}|\d{1,2}\.? [^\W\d_]{3,9}\.?)(?:,? \d{4})?"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?(?:[AaPp]\.? ?[Mm]\.?|[صم]))?"
_JOINT = r"(?:[,،]|,? (?:at|um|à|às|a las|alle|kl\.?|om))? "
#: How a message opens, marks of direction aside. A chat keeps to one of these.
_STYLES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\[(?P<date>{_DATE}){_JOINT}(?P<time>{_TIME})\] (?P<rest>.*)",
        rf"(?P<date>{_DATE}){_JOINT}(?P<time>{_TIME}) [-–] (?P<rest>.*)",
        rf"\[(?P<time>{_TIME}), (?P<date>{_DATE})\] (?P<rest>.*)",
        rf"(?P<date>{_DATE}), (?P<time>{_TIME}): (?P<rest>[^:]{{1,80}}: .*)",
        rf"(?P<date>{_DATE}) (?P<time>\d\d:\d\d:\d\d): (?P<rest>[^:]{{1,80}}: .*)",
        rf"(?P<date>{_WORDED}),? (?P<time>{_TIME}) [-–] (?P<rest>.*)",
        rf"(?P<time>{_TIME}), (?P<date>{_WORDED}) [-–] (?P<rest>.*)",
    )
)
_IRC = re.compile(
    rf"\[?(?:(?P<date>{_DATE})[T ])?(?P<time>\d{{1,2}}:\d\d(?::\d\d)?)\]?[ \t]+"
    r"(?P<rest>(?:<|\* |-!- |\*\*\* ).*)"
)
#: The name of the person who writes, behind which the message stands.
_SENDER = re.compile(r"<[ @+%&~]?([^<>\s]{1,40})> (.*)|(?:~ )?([^:\n]{1,80}?): ?(.*)", re.DOTALL)
#: What IRC writes of those who come and go, and of what they do.
_IRC_EVENT = re.compile(r"\*\*\*[ \t]|-!-")
#: What the program writes in the place of a message, without the marks around it.
_SYSTEM = re.compile(
    r"(?:messages (?:and calls|to this chat and calls) are (?:now )?end-to-end encrypted"
    r"|nachrichten und anrufe sind ende-zu-ende-verschlüsselt"
    r"|los mensajes y las llamadas están cifrados|les messages et les appels sont chiffrés"
    r"|as mensagens e (?:as )?(?:ligações|chamadas) são protegidas"
    r"|i messaggi e le chiamate sono crittografati|berichten en oproepen worden end-to-end)",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"<?(?:media omitted|(?:image|video|audio|sticker|gif|document|contact card) omitted"
    r"|medien ausgeschlossen|(?:bild|video|audio|sticker|gif|dokument) weggelassen"
    r"|multimedia omitido|médias omis|mídia oculta"
    r"|arquivo de mídia oculto|media omessi|media weggelaten|this message was deleted\.?"
    r"|you deleted this message\.?|diese nachricht wurde gelöscht\.?|se eliminó este mensaje\.?"
    r"|ce message a été supprimé\.?|mensagem apagada|null)>?"
    r"|<attached: [^<>]+>|\S+\.(?:jpg|jpeg|png|webp|mp4|opus|pdf|vcf|gif) \(.{3,40}\)",
    re.IGNORECASE,
)
_EDITED = re.compile(r" ?<(?:this message was edited|diese nachricht wurde bearbeitet)>$", re.I)
_MARKS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_SPACES = re.compile("[\u00a0\u202f]")
#: Share of lines that must open a message; the others are further lines of a message.
OPENING_SHARE = {True: 0.5, False: 0.02}
LEAST_MESSAGES = 3
#: Lines by which the style of a chat is found.
LOOKED_AT = 2000


@dataclass(slots=True)
class _Message:
    date: str
    time: str
    sender: str
    lines: list[str] = field(default_factory=list)


def read_chat(text: str, name: str) -> Iterator[RawRecord]:
    """Read the messages of a chat; date and sender leave the text for fields of their own.

    What the program itself writes, and what stands for a picture or a deleted message, is a
    record with the reason `no message`.

    Raises
    ------
    TopographError
        If no line opens a message.
    """
    lines = [_plain(line) for line in text.split("\n")]
    style = _style(lines)
    if style is None:
        raise TopographError(
            f"{name} holds no messages.",
            "no line begins a message, like `[31.12.23, 10:00:00] Ann: ...` or "
            "`12/31/23, 10:00 - Ann: `.",
            "check the file, or set parse.format to what it is.",
        )
    messages: list[_Message] = []
    for line in lines:
        match = style.match(line)
        if match is None:
            if messages:
                messages[-1].lines.append(line)
            continue
        event = style is _IRC and _IRC_EVENT.match(match["rest"])
        sent = None if event else _SENDER.fullmatch(match["rest"])
        sender = (sent[1] or sent[3] or "") if sent else ""
        rest = (sent[2] or sent[4] or "") if sent else match["rest"]
        messages.append(_Message(match["date"] or "", match["time"], sender.strip(), [rest]))
    order = date_order([own.date for own in messages])
    for position, own in enumerate(messages):
        said = _EDITED.sub("", "\n".join(own.lines).strip())
        when = f"{iso_date(own.date, order)} {own.time}".strip()
        fields = {"text": said, "date": when, "sender": own.sender}
        if not own.sender or _SYSTEM.match(said) or _LEFT_OUT.fullmatch(said):
            yield RawRecord(position, fields, "no message", "written by the program, or left out")
        else:
            yield RawRecord(position, fields)


def _plain(line: str) -> str:
    """A line without marks of direction, its narrow and fixed spaces made plain ones."""
    return line if line.isascii() else _SPACES.sub(" ", _MARKS.sub("", line))


def _numbers(date: str) -> list[int]:
    return [int(part) for part in re.split(r"[./-]", date.rstrip("."))]


def date_order(dates: list[str]) -> str:
    """How the dates of a chat are written: messages follow each other in time.

    Returns
    -------
    str
        `ymd`, `dmy` or `mdy`; "" if the dates do not show it.

    >>> date_order(["01/12/24", "02/12/24"]), date_order(["12/01/24", "12/02/24", "1/3/25"])
    ('dmy', 'mdy')
    >>> date_order(["1/2/24"])
    ''
    """
    found = [own for date in dates if re.fullmatch(_DATE, date) and len(own := _numbers(date)) == 3]
    if any(own[0] > 31 for own in found):
        return "ymd"
    day_first, month_first = (any(own[place] > 12 for own in found) for place in (0, 1))
    if day_first != month_first:
        return "dmy" if day_first else "mdy"
    back = {
        order: sum(a > b for a, b in pairwise([_ordered(own, order) for own in found]))
        for order in ("dmy", "mdy")
    }
    spans = {order: len({_ordered(own, order)[:2] for own in found}) for order in ("dmy", "mdy")}
    best = sorted(back, key=lambda order: (back[order], spans[order]))
    same = (back["dmy"], spans["dmy"]) == (back["mdy"], spans["mdy"])
    return "" if same else best[0]


def _ordered(numbers: list[int], order: str) -> tuple[int, int, int]:
    year, month, day = (numbers[order.index(part)] for part in "ymd")
    return (year + 2000 if year < 100 else year, month, day)


def iso_date(date: str, order: str) -> str:
    """A date as year, month and day; as it stands where its order is not known.

    >>> iso_date("01/12/24", "dmy"), iso_date("01/12/24", ""), iso_date("3 May 2014", "dmy")
    ('2024-12-01', '01/12/24', '3 May 2014')
    """
    if not order or not re.fullmatch(_DATE, date):
        return date
    return "{:04}-{:02}-{:02}".format(*_ordered(_numbers(date), order))


def _style(lines: list[str]) -> re.Pattern[str] | None:
    """How most messages of a chat open, or None."""
    looked_at = [line for line in lines[:LOOKED_AT] if line.strip()]
    counts = {
        style: sum(style.match(line) is not None for line in looked_at)
        for style in (*_STYLES, _IRC)
    }
    best = max(counts, key=lambda style: counts[style])
    return best if counts[best] else None


def _is_chat(opening: Opening) -> bool:
    """Whether lines open messages as a chat's do, from the first lines on, and name who writes."""
    lines = [_plain(line) for line in opening.lines]
    style = _style(lines)
    if style is None or not any(style.match(line) for line in lines[:3]):
        return False
    found = [match["rest"] for line in lines if (match := style.match(line))]
    sent = sum(_SENDER.fullmatch(rest) is not None for rest in found)
    share = OPENING_SHARE[style is _IRC]
    return sent >= LEAST_MESSAGES and len(found) >= share * len(lines)


FORMAT = Format(
    "chat",
    "chats as text, of WhatsApp, Signal, IRC: one document per message",
    _is_chat,
    lambda content: read_chat(content.text(), content.name),
    fields={"text": ("text",), "date": ("date",)},
)
