"""Mail: mailboxes (`.mbox`) and single messages (`.eml`), one document per message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import policy
from email.errors import MessageError
from email.message import EmailMessage
from email.parser import BytesParser
from typing import IO, Any

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord, broken

#: Headers of a message. A file that opens with so many of them, one a proof, is mail.
_HEADERS = frozenset(
    "bcc cc content-type date delivered-to dkim-signature from in-reply-to list-id mailing-list "
    "message-id mime-version received references reply-to return-path sender subject to "
    "x-mailer".split()
)
_PROOFS = frozenset("message-id mime-version received return-path".split())
LEAST_HEADERS = 3
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(?: |$)")
#: The line that opens a message of a mailbox.
_OPENS = re.compile(rb"From (?:\S+|\".+\") .*\d{1,2}:\d\d(?::\d\d)?.*\d{4}")
#: Headers kept as metadata, under their names in lower case.
_KEPT = ("from", "to", "cc", "in-reply-to", "list-id", "x-gmail-labels")
_QUOTED = re.compile(r"[ \t]*[>|] ?")
#: What stands above quoted lines: `On Monday, Ann wrote:`, in the languages of common programs.
_ATTRIBUTION = re.compile(
    r"\b(?:wrote|writes|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|napisał\(?a?\)?|skrev"
    r"|пишет|написал\(?а?\)?)[ \u00a0]?:[ \t]*$"
)
_ORIGINAL = re.compile(
    r"[ \t]*-{2,} ?(?:original message|ursprüngliche nachricht|message d'origine|mensaje original"
    r"|mensagem original|messaggio originale|forwarded message) ?-{2,}[ \t]*$",
    re.IGNORECASE,
)


def read_mail(stream: IO[bytes], name: str) -> Iterator[RawRecord]:
    """Read the messages of a mailbox, or a single one.

    A message's text is its plain part, else that of its HTML. Quoted lines, the line above them,
    and what follows `-- ` (the signature, RFC 3676) are left out; a message of nothing else keeps
    them. Attachments are not read.

    Raises
    ------
    TopographError
        If the file holds no message.
    """
    position = -1
    for position, content in enumerate(_messages(stream)):
        try:
            message = BytesParser(policy=policy.default).parsebytes(content)
            fields = _fields(message)
        except (
            MessageError,
            LookupError,
            ValueError,
            AttributeError,
            IndexError,
            TypeError,
        ) as why:
            # the parser raises these at damaged headers and unknown character sets
            yield broken(position, f"cannot be read as a message ({why})", _decoded(content[:500]))
        else:
            yield RawRecord(position, fields)
    if position < 0:
        raise TopographError(
            f"{name} holds no messages.",
            "no line begins a message (`From ADDRESS DATE`), and the file does not begin with "
            "headers.",
            "check the file, or set parse.format to what it is.",
        )


def _messages(stream: IO[bytes]) -> Iterator[bytes]:
    """Cut a mailbox where a line opens a message; such lines within a text are written `>From`."""
    lines: list[bytes] = []
    after_blank = True
    for line in stream:
        if after_blank and _OPENS.match(line):
            if any(own.strip() for own in lines):
                yield b"".join(lines)
            lines = []
        else:
            lines.append(re.sub(rb"^>(>*From )", rb"\1", line))
        after_blank = not line.strip()
    if any(own.strip() for own in lines):
        yield b"".join(lines)


def _fields(message: EmailMessage) -> dict[str, Any]:
    names = {own.lower() for own in message}
    if not names & _HEADERS:
        raise ValueError("it has no headers")
    fields: dict[str, Any] = {
        "text": _new_text(_body(message)),
        "subject": _header(message, "subject"),
        "date": _header(message, "date"),
        "message_id": _header(message, "message-id").strip("<> "),
    }
    fields |= {name.replace("-", "_"): _header(message, name) for name in _KEPT}
    attached = [part.get_filename() or "" for part in message.iter_attachments()]
    fields["attachments"] = [own for own in attached if own]
    return {name: value for name, value in fields.items() if value or name == "text"}


def _header(message: EmailMessage, name: str) -> str:
    value = message.get(name)
    return "" if value is None else " ".join(str(value).split())


def _body(message: EmailMessage) -> str:
    part = message.get_body(("plain", "html"))
    if part is None:
        return ""
    payload = part.get_payload(decode=True)
    text = _decoded(payload, part.get_content_charset()) if isinstance(payload, bytes) else ""
    text = text.replace("\r\n", "\n")
    if part.get_content_subtype() == "html":
        from topograph.formats.html import html_text

        return html_text(text)
    return text


def _decoded(content: bytes, declared: str | None = None) -> str:
    """A text in the character set that its message declares, or in the one that fits.

    Where none does, bytes that fit nowhere are read as Western.
    """
    for charset in (declared or "utf-8", "utf-8"):
        try:
            return content.decode(charset)
        except (UnicodeError, LookupError):
            continue
    return content.decode("utf-8", "topograph_western")


def _new_text(text: str) -> str:
    r"""A message without what it quotes and without its signature.

    >>> _new_text("Yes.\n\nOn Monday, Ann wrote:\n> Shall we?\n-- \nBob")
    'Yes.'
    """
    kept: list[str] = []
    for line in text.split("\n"):
        if line == "-- " or _ORIGINAL.match(line):
            break
        if _QUOTED.match(line) and line.lstrip(" \t").startswith(">"):
            _drop_attribution(kept)
        else:
            kept.append(line.rstrip())
    new = re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()
    return new if re.search(r"\w", new) else text.strip()


def _drop_attribution(lines: list[str]) -> None:
    """Remove the line above a quotation, which some programs wrap into two."""
    filled = [place for place in range(len(lines) - 3, len(lines)) if place >= 0 and lines[place]]
    if filled and _ATTRIBUTION.search(lines[filled[-1]]):
        wrapped = not re.match(
            r"\s*(?:On|Am|Le|El|Em|Il|Op|W dniu|Den|Em)\b|.*@", lines[filled[-1]]
        )
        first = filled[-2] if wrapped and len(filled) > 1 else filled[-1]
        del lines[first:]


def _is_mail(opening: Opening) -> bool:
    """Whether a file opens as a mailbox does, or with the headers of a message."""
    lines = opening.text.lstrip("\ufeff\n").split("\n")
    in_mailbox = _OPENS.match(lines[0].encode("utf-8", "replace")) is not None
    found: set[str] = set()
    for line in lines[in_mailbox:][:200]:
        match = _HEADER.match(line)
        if match:
            found.add(match[1].lower())
        elif not line.strip() or not line[0].isspace():
            break
    known = found & _HEADERS
    if re.match(r"(?:.+\n)*?Content-Type:\s*multipart/", "\n".join(lines), re.IGNORECASE):
        return "from" in known
    if in_mailbox and known:
        return True
    if len(known) < LEAST_HEADERS:
        return False
    if known & _PROOFS:
        return True
    # without a header that only mail has, one block of headers: more may be a list of memos
    blocks = len(re.findall(r"(?:^|\n\n)(?:[A-Z][\w-]*: .*\n){2}", opening.start))
    return "from" in known and bool(known & {"subject", "date"}) and blocks == 1


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield from read_mail(stream, content.name)


FORMAT = Format(
    "mail",
    "mail: mailboxes (.mbox) and messages (.eml), without quoted lines and signatures",
    _is_mail,
    _read,
    fields={
        "text": ("text",),
        "title": ("subject",),
        "date": ("date",),
        "id": ("message_id",),
    },
)
