r"""Commands of LaTeX in prose: `\textbf{...}`, `\alpha`, `\%`, `{\em ...}`."""

from __future__ import annotations

import re

from topograph.stages.parse.clean.latexmath import latex_text, math_text
from topograph.stages.parse.clean.latexnames import (
    AUTHORS_OWN,
    ENVIRONMENTS,
    KEYED,
    LAYOUT,
    MATH,
    PROVING_LAYOUT,
    PROVING_STYLES,
    REFERENCES,
    STYLES,
    SWITCHES,
    SYMBOLS,
    WEAK_SYMBOLS,
    alternatives,
)

_OPTION = r"(?:\[[^\]\\]*\])?"
#: A command with what belongs to it, or a brace. All begin with a backslash or a brace, which is
#: what makes the search fast.
_PIECE = re.compile(
    rf"\\(?:{REFERENCES}\*?\s?(?:\[[^\]\\]*\]){{0,2}}(?P<key>\{{[^{{}}\\]*\}})"
    rf"|(?:href|hyperlink)\s*{_OPTION}\{{(?P<address>[^{{}}]*)\}}\s*(?P<shown>\{{)?"
    r"|(?:url|nolinkurl)\s*\{(?P<url>[^{}]*)\}?"
    r"|verb\*?(?P<bar>[|!+/])(?P<verb>[^|!+/\n]*)(?P=bar)"
    rf"|(?P<keyed>{alternatives(KEYED)}|SI|qty)\s*{_OPTION}\{{(?P<first>[^{{}}]*)\}}\s*\{{"
    rf"|(?P<note>footnote(?:text)?)\s*{_OPTION}\{{"
    rf"|(?P<style>{alternatives(STYLES)})\*?\s?{_OPTION}\{{"
    rf"|(?:begin|end)\{{(?P<env>{alternatives(ENVIRONMENTS)})\}}{_OPTION}"
    rf"|(?P<math>{alternatives(MATH)})(?=\s?[{{\[])"
    r"|(?P<name>[A-Za-z]+)\*?(?P<empty>\{\})?"
    r"|(?P<bare>[~^])(?:\{\}|(?=[\s\d])|(?<=\d\\~))"
    rf"|(?P<line>\\{_OPTION})|(?P<sign>[%&#_${{}}])|(?P<space>[,;:!/@ \n-]))"
    rf"|\{{(?:\s?\\(?P<switch>(?:{alternatives(SWITCHES)})(?![A-Za-z])|color\{{[^{{}}]*\}})\s?"
    r"|\\(?P<grouped>[A-Za-z]+)\s?\}|\\(?P<group>[A-Za-z]{3,})(?=\s[^{}]*\})"
    r"|\\(?P<braced>[%&#_$])\})"
    r"|(?P<brace>[{}])"
)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
#: Mathematics outside of dollars is no longer.
LONGEST_FRAGMENT = 300
#: Signs that pylatexenc does not know, or reads otherwise.
_SIGNS = {
    "textless": "<", "textgreater": ">", "textbar": "|", "textquotedbl": '"', "textpercent": "%",
    "copyright": "©", "degree": "°", "deg": "°", "celsius": "°C", "degreeCelsius": "°C",
    "textcelsius": "°C", "textminus": "−", "slash": "/", "textleq": "≤", "textgeq": "≥",
    "percent": "%", "space": " ", "textunderscore": "_", "xspace": "", "textmu": "µ", "ding": "",
    "and": "and", "AA": "Å", "lbrace": "{", "rbrace": "}", "colon": ":", "checkmark": "✓",
    "LaTeX": "LaTeX", "TeX": "TeX",
}  # fmt: skip
_ESCAPED = re.compile(r"\\([%#_&~{}$-])")
#: A symbol that may be the escape of a line end and a word: `how are\nu`.
_ESCAPED_WORD = re.compile(r"(?<=[a-z]{2})\\(?:nu|ne|ni|to|rho|tau)(?![A-Za-z])")
#: A command of which the braces were lost: `\textitGaussian`.
_GLUED = re.compile(r"^(?:text(?:it|bf|sc|tt|rm|sf)|emph|math(?:bb|bf|cal|rm|it|sf|frak))(?=[A-Z])")
#: No command: a line end and a word, a font of troff.
_ESCAPES = re.compile(r"[nrt][A-Z]\w*|f[BIRP]\w*")
#: Where a command stands as a word of a sentence.
_WORD_END = re.compile(r"(?:\{\}|[~\s,;:!?)}'’-]|\.?(?:\s|$))")


def read_commands(text: str, *, proven: bool) -> str:
    r"""Replace commands by their text; commands without evidence of LaTeX stay.

    Parameters
    ----------
    text : str
        Prose, without mathematics.
    proven : bool
        Whether the text holds other LaTeX; commands that are not known are then read, too.

    >>> print(read_commands(r"\textbf{A \emph{nested} group} at 5\% of \foo", proven=False))
    A nested group at 5% of \foo
    """
    pieces: list[str] = []
    braces = _Braces(proven=proven)
    end = 0
    while piece := _PIECE.search(text, end):
        between = text[end : piece.start()]
        # a reference goes with the space before it
        pieces.append(between.rstrip(" \n~") if piece["key"] is not None else between)
        end = piece.end()
        if piece["brace"]:
            pieces.append(braces.read(piece, len(pieces)))
            continue
        if piece["math"] and (stop := _arguments_end(text, end)):
            pieces.append(math_text(text[piece.start() : stop]))
            end = stop
            continue
        said, closer = _said(piece, proven=proven)
        pieces.append(said)
        if closer is None and (piece["name"] or piece["math"]) and said != piece[0]:
            # the argument of an unknown command is text
            closer = "" if text[end : end + 1] == "{" else None
            end += closer is not None
        if closer is not None:
            braces.closers.append(closer)
    if proven:
        for place in braces.opened:
            pieces[place] = ""
    return "".join([*pieces, text[end:]])


class _Braces:
    """Open braces, and the replacement of each when it closes.

    Attributes
    ----------
    closers : list of str
        What stands for the brace that closes each open one.
    opened : list of int
        Pieces that are open braces of the text.
    """

    def __init__(self, *, proven: bool) -> None:
        self.closers: list[str] = []
        self.opened: list[int] = []
        self._proven = proven
        self._closed_at = -1

    def read(self, piece: re.Match[str], place: int) -> str:
        """What stands for a brace that belongs to no command before it."""
        if piece["brace"] == "{":
            if self._closed_at == piece.start():
                self.closers.append("")  # a further argument
                return ""
            self.closers.append("}")
            self.opened.append(place)
            return "{"
        closer = self.closers.pop() if self.closers else "" if self._proven else "}"
        if closer == "}" and self.opened:
            self.opened.pop()
        self._closed_at = piece.end() if closer == "" else -1
        return closer


def _said(piece: re.Match[str], *, proven: bool) -> tuple[str, str | None]:
    """What a piece says; if it opens a brace, what that becomes when it closes."""
    if piece["key"] is not None or piece["switch"]:
        return "", "" if piece["switch"] else None
    if piece["address"] is not None:
        address = _ESCAPED.sub(r"\1", piece["address"])
        return f"{address} ", "" if piece["shown"] else None
    if piece["url"] is not None or piece["verb"] is not None:
        return _ESCAPED.sub(r"\1", piece["url"] or piece["verb"] or ""), None
    if piece["keyed"]:
        return (f"{piece['first']} " if piece["keyed"] in ("SI", "qty") else ""), ""
    if piece["note"]:
        return " (", ")"
    if piece["style"]:
        known = proven or piece["style"] in PROVING_STYLES
        return ("", "") if known else (piece[0], "}")
    if piece["env"]:
        return "\n", None
    if piece["group"] in SYMBOLS or (proven and piece["group"] in WEAK_SYMBOLS):
        return _symbol(piece["group"]), ""
    if piece["group"]:
        return ("", "") if proven else (piece[0], "}")  # an unknown switch: `{\cinzel El Agente}`
    return _said_alone(piece, proven=proven), None


def _said_alone(piece: re.Match[str], *, proven: bool) -> str:
    """What a piece says that opens no brace."""
    if piece["grouped"]:
        return _grouped(piece, proven=proven)
    if piece["name"] or piece["math"]:
        return _named(piece, proven=proven)
    if piece["braced"] or piece["bare"]:
        return piece["braced"] or piece["bare"]
    if piece["line"]:
        behind = piece.string[piece.end() : piece.end() + 1]
        return ("" if behind in "%&#_$" and behind else " ") if proven else piece[0]
    if piece["sign"]:
        return _sign(piece, proven=proven)
    return _space(piece, proven=proven)


def _symbol(name: str) -> str:
    return _SIGNS[name] if name in _SIGNS else latex_text(f"\\{name}")


def _grouped(piece: re.Match[str], *, proven: bool) -> str:
    name = piece["grouped"]
    if name in SYMBOLS or name in WEAK_SYMBOLS:
        return _symbol(name)
    if name in LAYOUT:
        return ""
    return AUTHORS_OWN.get(name, name) if proven or len(name) > 2 else piece[0]


def _named(piece: re.Match[str], *, proven: bool) -> str:
    if piece["math"]:
        return ""
    name = piece["name"]
    if name in SYMBOLS and (proven or not _ESCAPED_WORD.match(piece.string, piece.start())):
        return _symbol(name)
    if name in PROVING_LAYOUT:
        return ""
    as_word = piece["empty"] or _WORD_END.match(piece.string, piece.end())
    if name in AUTHORS_OWN and (proven or as_word):
        return AUTHORS_OWN[name]
    if (not proven and not piece["empty"]) or _ESCAPES.fullmatch(name):
        return piece[0]
    if name in WEAK_SYMBOLS:
        return _symbol(name)
    behind = piece.string[piece.end() : piece.end() + 1]
    if name in LAYOUT or behind == "{":
        return ""
    return _GLUED.sub("", name)


def _sign(piece: re.Match[str], *, proven: bool) -> str:
    """An escaped sign, where it stands as the sign itself would."""
    sign = piece["sign"]
    before, behind = _around(piece)
    stands = {
        "%": before.isdigit()
        or (before == " " and piece.string[piece.start() - 2].isdigit())
        or (before == "(" and (behind == ")" or behind.isalpha())),
        "&": before.isalnum() == behind.isalnum() and before.isspace() == behind.isspace(),
        "$": behind.isdigit(),
        "#": behind.isalnum() and (not before or before in " \n([" or _in_address(piece)),
        "_": before.isalnum() and behind.isalnum(),
    }
    return sign if proven or stands.get(sign, False) else piece[0]


def _in_address(piece: re.Match[str]) -> bool:
    before = piece.string[max(0, piece.start() - 200) : piece.start()]
    return "://" in before.rsplit(None, 1)[-1] if before.strip() else False


def _space(piece: re.Match[str], *, proven: bool) -> str:
    """A space of a certain width, or none."""
    kind = piece["space"]
    before, behind = _around(piece)
    if kind == "," and before.isdigit() and (behind.isalnum() or behind == "\\"):
        return " "
    if kind in " \n" and before in (".", ",", ")") and behind.isalnum():
        return " "
    if kind == "@" and before.strip():
        return "@" if behind.isdigit() else "" if before in (".", ")") or proven else piece[0]
    if not proven or kind == "-":
        return piece[0]
    return "" if kind in "!/@" else " "


def _around(piece: re.Match[str]) -> tuple[str, str]:
    start = piece.start()
    return piece.string[max(0, start - 1) : start], piece.string[piece.end() : piece.end() + 1]


def _arguments_end(text: str, start: int) -> int:
    """Where the arguments of a command end, in brackets and braces; 0 if they do not."""
    end = start
    stop = min(len(text), start + LONGEST_FRAGMENT)
    for _ in range(3):
        place = end + 1 if text[end : end + 1].isspace() else end
        if text[place : place + 1] == "[":
            closing = text.find("]", place, stop)
            if closing < 0:
                return 0
            end = closing + 1
        elif text[place : place + 1] == "{":
            depth = 0
            for brace in _BRACE.finditer(text, place, stop):
                depth += {"{": 1, "}": -1}.get(brace[0], 0)
                if depth == 0:
                    end = brace.end()
                    break
            else:
                return 0
        else:
            break
    return end if end > start else 0
