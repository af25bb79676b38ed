"""Rich Text (.rtf, and .doc files that are Rich Text), one document each."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from topograph.errors import TopographError
from topograph.formats.base import DOCUMENT_FIELDS, Content, Format
from topograph.formats.records import RawRecord
from topograph.formats.textdocument import Written

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|[\r\n\0]+"
    rb"|([^\\{}\r\n\0]+)",
    re.DOTALL,
)
#: Groups whose text is not text of the document.
_LEFT_OUT = frozenset(
    "annotation atnauthor atnid bkmkend bkmkstart colortbl datastore falt fldinst footer footerf "
    "footerl footerr ftncn ftnsep ftnsepc aftncn aftnsep aftnsepc generator header headerf headerl "
    "headerr listname listtable listoverridetable listtext mmathPr nesttableprops nonesttables "
    "nonshppict objdata pict pntext pnseclvl revtbl rsidtbl rxe shprslt sp tc themedata txe ud xe "
    "xmlnstbl".split()
)
_ABOUT = frozenset({"title", "author", "keywords", "subject"})
_SIGNS = {
    "tab": "\t", "cell": "\t", "nestcell": "\t", "line": "\n", "lbr": "\n", "emdash": "—",
    "endash": "–", "bullet": "•", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”", "emspace": " ", "enspace": " ", "qmspace": " ",
}  # fmt: skip
_ESCAPED = {b"~": "\xa0", b"_": "-"}
_ENDS = frozenset({"par", "row", "nestrow", "sect", "page", "column"})
_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
#: Encodings by the number that a font's entry gives; 0 and 1 are the document's own.
_CHARSETS = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "cp950",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip


@dataclass(frozen=True)
class _State:
    r"""What holds up to the end of a group.

    Attributes
    ----------
    place : str
        `text`, `note`, `info`, `fonttbl`, `stylesheet`, one of `_ABOUT`, or "" for what is left
        out.
    font : int
    skip : int
        Characters behind a `\u` that stand in for it.
    hidden : bool
        Whether text is deleted or invisible.
    """

    place: str = "text"
    font: int = -1
    skip: int = 1
    hidden: bool = False


@dataclass
class _Reader:
    written: Written = field(default_factory=Written)
    state: _State = field(default_factory=_State)
    encoding: str = "cp1252"

    def __post_init__(self) -> None:
        self._groups: list[_State] = []
        self._bytes = bytearray()  # of one encoding, not decoded yet
        self._parts: list[str] = []
        self._note: list[str] = []
        self._notes: list[str] = []
        self._to_skip = 0
        self._starred = False  # a group that may be ignored
        self._style = self._named = 0
        self._style_names: dict[int, str] = {}
        self._fonts: dict[int, str] = {}
        self._default_font = -1
        self._created: dict[str, str] = {}

    def read(self, data: bytes) -> Written:
        place = 0
        while match := _TOKEN.match(data, place):
            place = match.end()
            word, number, code, escaped, brace, text = match.groups()
            if word == b"bin":
                place += max(int(number or 0), 0)
            elif text:
                self._take_bytes(text)
            elif code:
                self._take_bytes(bytes.fromhex(code.decode()))
            elif escaped and escaped in b"\\{}":  # may be the second byte of a character
                self._take_bytes(escaped)
            elif brace:
                self._decode()
                self._brace(brace)
                if not self._groups:
                    break
            elif word:
                self._decode()
                self._word(word.decode(), int(number) if number else None)
            elif escaped:
                self._decode()
                self._escape(escaped)
        self._end_paragraph()
        self.written.paragraphs += self._notes
        if self._created:
            parts = (self._created.get(key, "1").zfill(2) for key in ("yr", "mo", "dy"))
            self.written.about["created"] = "-".join(parts)
        return self.written

    def _brace(self, brace: bytes) -> None:
        self._to_skip = 0
        if brace == b"{":
            self._groups.append(self.state)
            return
        closed, self.state = self.state, self._groups.pop() if self._groups else self.state
        if closed.place == "note" and self.state.place != "note":
            self._notes += [note] if (note := _joined(self._note)) else []
            self._note = []
        if closed.place == "stylesheet":
            name = self._style_names.get(self._named, "")
            self._style_names[self._named] = name.rstrip(";").strip().lower()

    def _escape(self, sign: bytes) -> None:
        if sign == b"*":
            self._starred = True
        elif sign in b"\r\n":
            self._end_paragraph()
        elif sign in _ESCAPED:
            self._add(_ESCAPED[sign])

    def _take_bytes(self, text: bytes) -> None:
        skipped = min(self._to_skip, len(text))
        self._to_skip -= skipped
        self._starred = False
        self._bytes += text[skipped:]

    def _decode(self) -> None:
        if self._bytes:
            encoding = self._fonts.get(self.state.font) or self.encoding
            self._add(bytes(self._bytes).decode(encoding, "replace"))
            self._bytes.clear()

    def _add(self, text: str) -> None:
        place = self.state.place
        if place in _ABOUT:
            self.written.about[place] = self.written.about.get(place, "") + text
        elif place == "stylesheet":
            self._style_names[self._named] = self._style_names.get(self._named, "") + text
        elif not self.state.hidden and place in ("text", "note"):
            (self._parts if place == "text" else self._note).append(text)

    def _word(self, word: str, number: int | None) -> None:
        starred, self._starred = self._starred, False
        state = self.state
        if word == "u" and number is not None:
            self._add(chr(number % 0x10000))
            self._to_skip = state.skip
        elif word in _LEFT_OUT or (starred and word not in ("shpinst", "footnote")):
            self.state = replace(state, place="")
        elif state.place == "":
            return
        elif word in ("fonttbl", "stylesheet", "info"):
            self.state = replace(state, place=word)
        elif state.place == "info":
            if word in _ABOUT:
                self.state = replace(state, place=word)
            elif word == "creatim":
                self.state = replace(state, place="creatim")
            else:
                self.state = replace(state, place="")
        elif state.place == "creatim" and word in ("yr", "mo", "dy"):
            self._created[word] = str(number or 0)
        elif word == "footnote":
            self.state = replace(state, place="note")
        elif word in _ENDS:
            if state.place == "note":
                self._note.append("\n")
            else:
                self._end_paragraph()
        elif word in _SIGNS:
            self._add(_SIGNS[word])
        else:
            self._format(word, number)

    def _format(self, word: str, number: int | None) -> None:
        """Control words that change the encoding, or whether text is seen."""
        state = self.state
        if word == "uc":
            self.state = replace(state, skip=max(number or 0, 0))
        elif word == "f" and number is not None:
            self.state = replace(state, font=number)
        elif word == "deff":
            self._default_font = number or 0
        elif word == "fcharset":
            self._fonts[state.font] = _CHARSETS.get(number or 0, "")
        elif word in ("deleted", "v", "mvf"):
            self.state = replace(state, hidden=number != 0)
        elif word == "plain":
            self.state = replace(state, hidden=False, font=self._default_font)
        elif word == "pard":
            self._style = 0
        elif word == "s" and state.place == "stylesheet":
            self._named = number or 0
        elif word == "s":
            self._style = number or 0
        elif word == "ansicpg":
            self.encoding = _known(f"cp{number}")
        elif word in _PAGES:
            self.encoding = _PAGES[word]

    def _end_paragraph(self) -> None:
        text = _joined(self._parts)
        self._parts = []
        style = self._style_names.get(self._style, "")
        if text and not style.startswith("toc "):
            self.written.take(text, style)


def _joined(parts: list[str]) -> str:
    """Pieces of text as one; halves of a character beyond 16 bits are joined."""
    text = "".join(parts).strip().strip("\t")
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _known(encoding: str) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError:
        return "cp1252"


def read_rtf(data: bytes, name: str) -> Written:
    r"""The paragraphs of a Rich Text document, with tables, lists, text boxes and footnotes.

    Page headers, comments, hidden text and deleted text are left out.

    Raises
    ------
    TopographError
        If it is not Rich Text.

    Examples
    --------
    >>> written = read_rtf(rb"{\rtf1\ansi A \b b\b0 .\par \'dcber {\deleted c }\u228?.}", "a.rtf")
    >>> written.paragraphs
    ['A b.', 'Über ä.']
    """
    if not data.lstrip().startswith(b"{\\rtf"):
        raise TopographError(
            f"{name} cannot be read as Rich Text.",
            r"it does not begin with `{\rtf`.",
            "set parse.format to auto, or to what the file is.",
        )
    return _Reader().read(data.lstrip())


def _read(content: Content) -> Iterator[RawRecord]:
    with content.open() as stream:
        yield read_rtf(stream.read(), content.name).record(content.name)


FORMAT = Format(
    "rtf",
    "Rich Text (.rtf), one document per file",
    lambda opening: opening.head.lstrip().startswith(b"{\\rtf"),
    _read,
    binary=True,
    fields=DOCUMENT_FIELDS,
    prose=True,
)
