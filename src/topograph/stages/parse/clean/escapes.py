r"""Escapes of a whole text: `\n` for a line end, `\"`, `\'`, `\/`, `\u00e9`, doubled quotes.

Exports of databases and web services write texts in this way, and some readers leave them so. A
backslash has many other meanings, and all of a text's backslashes together must show that the text
is escaped. Where they do not, it stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from functools import cached_property

from topograph.stages.parse.clean.code import code_spans
from topograph.stages.parse.clean.latexnames import KNOWN
from topograph.stages.parse.clean.lines import whole_words

#: What one backslash says of its text: nothing else explains it, something else does, or neither.
ESCAPED, OTHERWISE, NOTHING = "escaped", "otherwise", "nothing"

_BACKSLASH = re.compile(
    r"(?:\\u[0-9a-fA-F]{4})+|(?:\\x[0-9a-fA-F]{2})+|(?:\\r\\n|\\[nrt])+|\\[\s\S]?"
)
_OTHER = re.compile(r"\\(?<!\\\\)(?:\\\\)*(?![nrtux\"'/\\])")
_RUN = re.compile(r"\\+")
_MARKS = {"n": "\n", "r": "\n", "t": "\t"}
#: Drives, servers, relative paths and variables of Windows.
_PATH = re.compile(
    r"(?<![A-Za-z\\$])[A-Za-z]:\\[^\\/\s{]|(?<![^\s\"'(])(?:\\\\[\w.$-]+\\\w|\.{1,2}\\\w)|%\w+%\\\w"
)
#: Around escapes in programs and regular expressions.
_PATTERN_BEFORE = re.compile(r"(?:[\[|(^*+]|%[-+0-9.]*[a-z])$")
_PATTERN_BEHIND = re.compile(r"[\]|)*+?{]")
_OPENED = re.compile(r"(?:^|[\s(\[{=>:,/“‘«—–-]|\\[nrt])$")
_CLOSED = re.compile(r"$|[\s)\]}<>.,;:!?/’”»—–-]|\\[nrt]")
_LITERAL = re.compile(r"(?<![\w\\])'[^'\n]*'(?!\w)")
_COMMAND = re.compile(r"[A-Za-z]+")
_SHORT_WORDS = frozenset(
    "a i am an as at be by do go he hi if in is it me my no of ok on or so to up us we".split()
)
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
#: What English cuts off behind an apostrophe; before which words French and Italian set one.
_CONTRACTED = re.compile(r"(?:s|t|re|ve|ll|d|m)(?![^\W\d_])", re.IGNORECASE)
_ELIDED = frozenset(
    "c d j l m n s t qu jusqu lorsqu puisqu quelqu aujourd dell nell all dall sull un".split()
)
#: So many words show that an apostrophe stands before them; `L\\'evy` is one word.
_ELISIONS = 3
_DOUBLED_APOSTROPHE = re.compile(r"(?<=[^\W\d_])''(?=[^\W\d_])")
_QUOTES = re.compile(r'"+')


def undo_escapes(text: str) -> str:
    r"""Undo the escapes of a text that is escaped as a whole.

    Each backslash must be that of an escape, none may have another explanation (a path, a regular
    expression, LaTeX, a program), and one at least must have no explanation but this.

    >>> undo_escapes(r"the room was cold\nthe heating was off"), undo_escapes(r"it\'s caf\u00e9")
    ('the room was cold\nthe heating was off', "it's café")
    >>> undo_escapes("it''s here")
    "it's here"
    >>> print(undo_escapes(r"C:\new\table"), undo_escapes(r"\d+\n"), undo_escapes(r"P\'eter"))
    C:\new\table \d+\n P\'eter
    """
    if "\\" in text:
        text = _undo_backslashes(text)
    if "''" in text or '""' in text:
        text = _undo_doubled_quotes(text)
    return text


def _undo_backslashes(text: str) -> str:
    inner = text.strip()
    if len(inner) > 1 and inner[0] == inner[-1] == '"' and inner[-2] != "\\":
        inner = inner[1:-1]  # a string of JSON with its quotation marks
    if "\\" not in inner or _OTHER.search(inner) or _PATH.search(inner):
        return text
    if all(len(run[0]) % 2 == 0 for run in _RUN.finditer(inner)):
        return _undo_twofold(text, inner)
    field = _Field(inner)
    escaped = False
    for match in _BACKSLASH.finditer(inner):
        said = field.says(match)
        if said == OTHERWISE:
            return text
        escaped = escaped or said == ESCAPED
    if not escaped and len(field.elided) < _ELISIONS:
        return text
    return _BACKSLASH.sub(_meaning, inner)


def _undo_twofold(text: str, inner: str) -> str:
    """A text escaped twice, or LaTeX in an escaped text."""
    from topograph.stages.parse.clean.latex import proves_latex

    halved = inner.replace("\\\\", "\\")
    undone = _undo_backslashes(halved)
    return undone if undone != halved or proves_latex(halved) else text


class _Field:
    """A text and the evidence of its backslashes, each judged by its context."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.elided: set[str] = set()
        self._ascii = text.isascii()

    def says(self, match: re.Match[str]) -> str:
        kind = match[0][1:2]
        left = self.text[max(0, match.start() - 8) : match.start()]
        right = self.text[match.end() : match.end() + 40]
        if self._is_code(match.start()):
            return OTHERWISE
        if kind in ("u", "x") and len(match[0]) > 2:
            return self._of_codes(match, left, right)
        if kind in _MARKS:
            return self._of_space(match, left, right)
        if self._bare.get(kind):
            return OTHERWISE  # others of its kind are not escaped
        if kind == '"':
            return _of_quote(left, right)
        if kind == "'":
            return self._of_apostrophe(left, right)
        if kind == "/":
            glued = left.strip() == left != "" and right[:1].strip() != ""
            return ESCAPED if glued else NOTHING
        return NOTHING if kind == "\\" else OTHERWISE

    @cached_property
    def _bare(self) -> dict[str, bool]:
        """Whether a mark stands in the text without a backslash."""
        return {mark: bool(re.search(rf"(?<!\\){mark}", self.text)) for mark in ('"', "'", "/")}

    @cached_property
    def _quotes(self) -> list[int]:
        return [match.start() for match in re.finditer(r'(?<!\\)"', self.text)]

    @cached_property
    def _literals(self) -> list[tuple[int, int]]:
        return [match.span() for match in _LITERAL.finditer(self.text)]

    @cached_property
    def _codes(self) -> list[tuple[int, int]]:
        return [(start, end) for start, end, _ in code_spans(self.text)]

    def _is_code(self, place: int) -> bool:
        """Whether a place is within backticks, or in a string of a program."""
        return _within(place, self._codes)

    def _is_quoted(self, place: int) -> bool:
        before = bisect_left(self._quotes, place)
        return (before % 2 == 1 and before < len(self._quotes)) or _within(place, self._literals)

    def _of_space(self, match: re.Match[str], left: str, right: str) -> str:
        escape = match[0]
        real = "\t" if escape == "\\t" else "\n"
        if real in self.text or _PATTERN_BEFORE.search(left) or _PATTERN_BEHIND.match(right):
            return OTHERWISE
        spaced_left, spaced_right = not left[-1:].strip(), not right[:1].strip()
        if self._is_quoted(match.start()) or (spaced_left and spaced_right):
            return NOTHING
        if len(escape) > 2:
            return ESCAPED
        word = _WORD.match(right)
        command = _COMMAND.match(escape[1] + right)
        known = command is not None and command[0] in KNOWN
        if (spaced_left and word) or (known and word and not word[0].isascii()):
            return OTHERWISE if known else NOTHING
        if word is None or not word[0].isascii() or word[0][0].isupper():
            sentence = left[-1:] in (".", "!", "?", ":", ";", ",", ")")
            return ESCAPED if right and (sentence or not spaced_right) else NOTHING
        if known:
            return self._of_command(word[0], left, right)
        return self._of_letters(escape[1], word[0], left)

    @staticmethod
    def _of_command(word: str, left: str, right: str) -> str:
        r"""Whether a word that is a command of LaTeX as well may be one: `are\nu`, `x \neq y`."""
        last = _LAST_WORD.search(left)
        glued = last is not None and len(last[0]) > 1 and right[len(word) :][:1] != "{"
        return NOTHING if glued else OTHERWISE

    @staticmethod
    def _of_letters(letter: str, word: str, left: str) -> str:
        """Whether `word`, or the letter and `word`, is a word of its own."""
        words = whole_words()
        alone = (word in words and len(word) > 2) or word in _SHORT_WORDS
        together = letter + word in words
        if alone != together:
            return ESCAPED if alone else OTHERWISE
        return ESCAPED if not alone and left[-1:] in (".", "!", "?", ":") else NOTHING

    def _of_codes(self, match: re.Match[str], left: str, right: str) -> str:
        meant = _meaning(match)
        if not self._ascii or meant == match[0] or left[-1:] in ("[", "-") or right[:1] == "]":
            return OTHERWISE
        if re.match(r"-\\[ux]", right):
            return OTHERWISE  # a range of a regular expression
        if self._is_quoted(match.start()):
            return NOTHING
        letters = sum(unicodedata.category(c)[0] in "LMS" for c in meant)
        glued = left[-1:].isalnum() or right[:1].isalnum()
        visible = unicodedata.category(meant[0])[0] != "C"
        return ESCAPED if letters > 1 or (glued and visible) else NOTHING

    def _of_apostrophe(self, left: str, right: str) -> str:
        last = _LAST_WORD.search(left)
        if last is None:
            return NOTHING if _OPENED.search(left) and right[:1].strip() else OTHERWISE
        if _CONTRACTED.match(right):
            return ESCAPED
        if not right[:1].isalpha():
            return ESCAPED if _CLOSED.match(right) else OTHERWISE
        if len(unicodedata.normalize("NFC", right[0] + "\u0301")) > 1:
            return ESCAPED  # no letter that LaTeX could mean
        if last[0] in _ELIDED:
            self.elided.add(right.split()[0])
            return NOTHING
        return OTHERWISE


def _of_quote(left: str, right: str) -> str:
    if left[-1:].strip() and _CLOSED.match(right) and left[-1] not in "([{":
        return ESCAPED
    return NOTHING if _OPENED.search(left) and right[:1].strip() else OTHERWISE


def _within(place: int, spans: list[tuple[int, int]]) -> bool:
    index = bisect_left(spans, (place, place))
    return index > 0 and spans[index - 1][1] > place


def _meaning(match: re.Match[str]) -> str:
    """The character of an escape; the escape itself if it has none."""
    escape = match[0]
    kind = escape[1:2]
    if kind in _MARKS:
        return "".join(_MARKS[c] for c in escape.replace("\\r\\n", "\\n")[1::2])
    try:
        if kind == "u" and len(escape) > 2:
            codes = escape[2:].split("\\u")
            return b"".join(int(c, 16).to_bytes(2, "big") for c in codes).decode("utf-16-be")
        if kind == "x" and len(escape) > 2:
            read = bytes(int(c, 16) for c in escape[2:].split("\\x")).decode("utf-8")
            return escape if read.isascii() else read
    except UnicodeDecodeError:
        return escape
    return escape[1:]


def _undo_doubled_quotes(text: str) -> str:
    """Quotation marks of CSV and apostrophes of SQL, where each in the text is doubled."""
    apostrophes = text.count("'")
    if apostrophes and "`" not in text:
        undone, count = _DOUBLED_APOSTROPHE.subn("'", text)
        if 2 * count == apostrophes:
            text = undone
    inner = text.strip()
    if len(inner) > 4 and inner[0] == inner[-1] == '"' and inner[1] != '"' != inner[-2]:
        inner = inner[1:-1]  # a cell of CSV with its quotation marks
    runs = list(_QUOTES.finditer(inner))
    if not runs or len(runs) % 2 or any(len(run[0]) != 2 for run in runs):
        return text
    for place, run in enumerate(runs):
        left, right = inner[: run.start()][-2:], inner[run.end() : run.end() + 2]
        opens = bool(_OPENED.search(left)) and right[:1].isalnum()
        closes = bool(left[-1:].strip()) and bool(_CLOSED.match(right))
        if not (closes if place % 2 else opens):
            return text
    return inner.replace('""', '"')
