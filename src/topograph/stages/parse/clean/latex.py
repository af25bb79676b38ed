r"""LaTeX to readable text: each command, accent and formula must be known as such.

A backslash alone is not LaTeX: paths, regular expressions and escapes have it, too. What is
ambiguous (`\_`, an unknown command) is read if the text contains other, unambiguous LaTeX.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial

from topograph.stages.parse.clean.code import (
    Span,
    looks_like_code,
    outside_code,
    put_back,
    set_aside,
)
from topograph.stages.parse.clean.latexaccents import read_accents
from topograph.stages.parse.clean.latexcommands import read_commands
from topograph.stages.parse.clean.latexmath import formulas, math_text
from topograph.stages.parse.clean.latexnames import (
    AUTHORS_OWN,
    ENVIRONMENTS,
    KEYED,
    KNOWN,
    MATH,
    PROVING_LAYOUT,
    PROVING_STYLES,
    REFERENCES,
    SWITCHES,
    SYMBOLS,
    alternatives,
)
from topograph.stages.parse.clean.lines import whole_words
from topograph.stages.parse.clean.links import URL

#: A word with a backslash.
_TOKEN = re.compile(r"(?<!\S)[^\s\\]*\\\S*")
#: Drives, servers, relative paths and variables of Windows at the start of a word.
_PATH = re.compile(
    rf"[\"'(\[<«“‘]*(?:[A-Za-z]:\\(?!(?:{alternatives(KNOWN)})(?![A-Za-z]))|\\\\[\w.-]+\\"
    r"|\.{1,2}\\\w|~\\[A-Za-z]|%\w+%\\|HK[A-Z_]+\\)"
)
#: Names between backslashes and nothing else: a path, a name space.
_NAMES_ONLY = re.compile(r"[\"'(<]*([\w.:-]*(?:\\[A-Za-z0-9][\w.-]*)+)\\?[\"')>,;.\]]*")
_DRIVE = re.compile(r"[A-Za-z]:\\")
#: `Fran\c cois`, `S\o rensen`.
_NAMED_LETTER = re.compile(r"[^\W\d_]+\\[cvHkol]|\\[LO]")
_NAME = re.compile(r"\\([A-Za-z]+)")
#: What regular expressions and strings of programs hold.
_PATTERN = re.compile(
    r"\\[dwsDWSB](?=[+*?\])|.,\\/]|\{\d|$)|\(\?[:=!<P]|\[\^|\\[.?*+](?!\{)|\\b\w*\\b|\\x[0-9a-fA-F]{2}"
    r"|\\u[0-9a-fA-F]{4}|\\[pP]\{[A-Z]|¯\\_"
)
#: Any of these, and a text holds LaTeX.
_PROOF = re.compile(
    rf"\\(?:(?:{alternatives(SYMBOLS)}|{alternatives(PROVING_LAYOUT)})(?![A-Za-z])"
    rf"|(?:{alternatives(PROVING_STYLES | KEYED | MATH)}|footnote|url)\*?\s?(?:\[[^\]\\]*\])?\{{"
    rf"|{REFERENCES}\*?(?:\[[^\]\\]*\]){{0,2}}\{{"
    rf"|(?:begin|end)\{{(?:{alternatives(ENVIRONMENTS)})\}}"
    r"|[A-Za-z]{2,}\{\}|[A-Za-z]+\\%"
    r"|(?P<free>(?:ac|acp|acs|acl|acf|ch|gls|Gls|num|rmnum)\{[\w.,+-]+\}"
    r"|[A-Za-z]{2,}\{[A-Za-z][^{}\\\n]* [^{}\\\n]*\}|[A-Za-z]{2,}(?:~(?!\d)|\\(?=\s)))"
    r"|%(?:(?<=\d\\%)|(?<=\d \\%)|(?<=[$})~]\\%)|(?<=\\,\\%))"
    r"|&(?:(?<=[A-Za-z]\\&)(?=[A-Za-z])|(?<= \\&)(?= ))|,(?<=\d\\,)(?=[\dA-Za-z\\]))"
    rf"|\{{\\(?:{alternatives(SWITCHES | SYMBOLS)})(?![A-Za-z])"
)
#: A program that holds so many symbols of LaTeX holds formulas.
_SYMBOL = re.compile(rf"\\(?:{alternatives(SYMBOLS)}|{alternatives(MATH)})(?![A-Za-z])")
SYMBOLS_IN_CODE = 3
#: A symbol that may be the escape of a line end and a word: `how are\nu`.
_ESCAPED_WORD = re.compile(r"[a-z]{2}\\(?:nu|ne|ni|to|rho|tau)(?![A-Za-z])")
#: A command as a word of a sentence.
_MACRO = re.compile(r"(?<![^\s({~-])\\([A-Za-z]{2,})(?=\{\}|[~\s,;:!?)}'’-]|\.?(?:\s|$))")
_LIKE_ESCAPES = tuple("abefnrtuvxU")
#: A word with places at which it may be divided.
_DIVISIBLE = re.compile(r"(?<![^\W_])[^\W\d_]{2,}(?:\\-[^\W\d_]{2,})+(?![^\W_])")
_QUOTES = re.compile(r"``([^`\n]+?(?:\n[^`\n]+?)*)''")
#: Dashes between words, or with a space on either side; `--verbose` and rulers are none.
_DASHES = re.compile(r"-{2,}")
_BEFORE_DASH, _BEHIND_DASH = frozenset(")]}\"'”’$%.,;:*"), frozenset("([{\"'“‘$\\*`")
_EM_DASH = re.compile(r"---(?<=[^\W\d_]---)(?=[^\W\d_])")
_NAME_BEFORE = re.compile(r"(?<![\w-])[A-Z][a-zà-ÿ’']+\Z")
#: A name, and what is named after it.
_CAPITAL = re.compile(r"[A-Z][^\W\d_]+(?!--)(?![^\W\d_])")
_NAME_BEHIND = re.compile(
    r"[A-Z][^\W\d_]+(?:[’']s?)?[\s(,-]+(?!(?:and|or|but|who|is|are|was|were)\b)[a-z]"
)
#: Braces that protect capitals in titles: `{B}ERT`, `m{RNA}`.
_INITIAL = re.compile(r"(?<![\w{}\\$%#@/.])\{([A-Z])\}(?=[A-Za-z]{3})")
_PROTECTED = re.compile(r"(\\[a-zA-Z]+\*?|[\\_^}$\]])?\{([A-Z][A-Za-z0-9]*)\}(?=([A-Za-z])?)")
_LINK_IN_DOLLARS = re.compile(r"\$\s?(\\(?:href|url)\s?\{[^$]{0,1000}\})\s?\$")
#: A document around mathematics, as some publishers write it.
_PREAMBLE = re.compile(r"\\documentclass\b")
_BODY = re.compile(r"\\begin\{document\}")
_MARKS = ("\\", "$", "``", "{", "--")


@outside_code
def clean_latex(text: str) -> str:
    r"""Turn LaTeX commands and mathematics into readable Unicode text.

    Text without LaTeX comes back unchanged, and so do signs that LaTeX would swallow: a bare
    `%`, `&`, `#`, `_` or `~`, a dollar sign that is a price, a backslash of a path, a regular
    expression or an escape.

    >>> clean_latex(r"\textbf{MapGR} gains 99\% at $\mathcal{O}(\varepsilon^{-4})$, 5% more")
    'MapGR gains 99% at O(ε^-4), 5% more'
    >>> print(clean_latex(r"from $5 to $10 in C:\new\table by \d+\.\w and it\'s so"))
    from $5 to $10 in C:\new\table by \d+\.\w and it\'s so
    """
    if not any(mark in text for mark in _MARKS):
        return text
    text, foreign = set_aside(text, _foreign(text), marks=True)
    if looks_like_code(text) and len(_SYMBOL.findall(text)) < SYMBOLS_IN_CODE:
        return put_back(text, foreign)
    text = _without_preambles(text)
    text = _LINK_IN_DOLLARS.sub(r"\1", text) if "\\href" in text or "\\url" in text else text
    proven = _proves(text, paths=bool(foreign))
    found = formulas(text, proven=proven)
    text, read = set_aside(
        text, ((start, end, math_text(math)) for start, end, math in found), marks=False
    )
    return put_back(put_back(_prose(text, proven=proven), read), foreign)


def proves_latex(text: str) -> bool:
    """Whether something in a text is LaTeX and nothing else."""
    if looks_like_code(text):
        return False
    text, foreign = set_aside(text, _foreign(text), marks=True)
    return _proves(text, paths=bool(foreign))


def _foreign(text: str) -> Iterator[Span]:
    """Words with a backslash that are paths, names or patterns of a program."""
    for token in _TOKEN.finditer(text) if "\\" in text else ():
        word = token[0]
        if (
            _PATH.match(word)
            or _PATTERN.search(word)
            or (
                (names := _NAMES_ONLY.fullmatch(word))
                and not _NAMED_LETTER.fullmatch(word)
                and (_DRIVE.match(names[1]) or not _all_known(names[1]))
            )
        ):
            yield token.start(), token.end(), word


def _all_known(word: str) -> bool:
    """Whether a word of names between backslashes may be LaTeX: one name, or known ones."""
    names = _NAME.findall(word)
    if len(names) < word.count("\\"):
        return False
    return (len(names) == 1 and word.startswith("\\")) or all(name in KNOWN for name in names)


def _proves(text: str, *, paths: bool) -> bool:
    """Whether something in a text is LaTeX; beside paths no command that is not known."""
    if "\\" not in text:
        return _INITIAL.search(text) is not None or (
            text.count("$") > 1 and any(True for _ in formulas(text, proven=False))
        )
    proof = _PROOF.search(text)
    while proof and ((paths and proof["free"]) or _is_doubtful(text, proof)):
        proof = _PROOF.search(text, proof.end())
    if proof or read_accents(text, proven=False) != text:
        return True
    if any(True for _ in formulas(text, proven=False)):
        return True
    if paths or "\\" not in text or "->" in text:
        return False
    macros = Counter(_MACRO.findall(text))
    return any(
        name in AUTHORS_OWN or (count > 1 and not name.startswith(_LIKE_ESCAPES))
        for name, count in macros.items()
    )


def _is_doubtful(text: str, proof: re.Match[str]) -> bool:
    """Whether a command may be an escape and a word, or part of a path."""
    before = text[max(0, proof.start() - 1) : proof.start()]
    glued = before.isalnum() or before in ("\\", "_", ":", "/", ".")
    return (bool(proof["free"]) and glued and before != "") or _ESCAPED_WORD.match(
        text, proof.start() - 2
    ) is not None


def _joined(match: re.Match[str], *, proven: bool) -> str:
    """A word with the places at which it may be divided, or a compound with its hyphens."""
    parts = match[0].split("\\-")
    words = whole_words()
    whole = "".join(parts)
    before = match.string[max(0, match.start() - 1) : match.start()]
    if not proven and not all(part.islower() for part in parts):
        return match[0]
    one = whole.lower() in words or (len(parts) > 3 and not all(part in words for part in parts))
    return whole if one and before not in ("/", ".") else "-".join(parts)


def _prose(text: str, *, proven: bool) -> str:
    if "``" in text:
        text = _QUOTES.sub("“\\1”", text)
    if "{" in text:
        protected = proven or _INITIAL.search(text)
        text = _PROTECTED.sub(_unprotected, text) if protected else text
    if "\\" in text:
        if "\\-" in text:
            text = _DIVISIBLE.sub(partial(_joined, proven=proven), text)
        text = read_commands(read_accents(text, proven=proven), proven=proven)
    if "--" in text:
        text = _dashes(text, proven=proven)
    return text


def _dashes(text: str, *, proven: bool) -> str:
    addresses = ((own.start(), own.end(), own[0]) for own in URL.finditer(text))
    text, kept = set_aside(text, addresses, marks=True)
    return put_back(_dashes_between(text, proven=proven), kept)


def _dashes_between(text: str, *, proven: bool) -> str:
    if not proven:
        # a long dash reads the same in every manner of writing; a short one is LaTeX' where all
        # are those of ranges or of two names, as in `Navier--Stokes`
        text, long = _EM_DASH.subn("—", text)
        if not all(_is_range(match, long=long > 0) for match in _DASHES.finditer(text)):
            return text
    return _DASHES.sub(_dash, text)


def _dash(match: re.Match[str]) -> str:
    start, end, text = match.start(), match.end(), match.string
    before, behind = text[start - 1] if start else "", text[end : end + 1]
    if behind in (" ", "\t") and before:
        stands = before in " \t"
    else:
        stands = (_is_word(before) or before in _BEFORE_DASH) and (
            _is_word(behind) or behind in _BEHIND_DASH
        )
    return {2: "–", 3: "—"}.get(len(match[0]), match[0]) if stands else match[0]


def _is_range(match: re.Match[str], *, long: bool) -> bool:
    """Whether a dash is that of a range or of two names; beside long ones, which are LaTeX'."""
    start, end, text = match.start(), match.end(), match.string
    before, behind = text[max(0, start - 30) : start], text[end : end + 40]
    if len(match[0]) != 2 or not before.strip():
        return False
    if long:
        before, behind = before.rstrip(" "), behind.lstrip(" ")
    if before[-1].isdigit() and behind[:1].isdigit():
        return True
    behind_names = _CAPITAL.match(behind) if long else _NAME_BEHIND.match(behind)
    return bool(_NAME_BEFORE.search(before) and behind_names)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_" or character >= chr(0x10F000)


def _unprotected(match: re.Match[str]) -> str:
    before = match.string[match.start() - 1 : match.start()]
    return match[0] if match[1] or not (match[3] or before.islower()) else match[2]


def _without_preambles(text: str) -> str:
    """Take out the document that some publishers write around each formula."""
    if "\\documentclass" not in text:
        return text
    pieces = []
    end = 0
    while (start := _PREAMBLE.search(text, end)) and (body := _BODY.search(text, start.end())):
        pieces.append(text[end : start.start()])
        end = body.end()
    return "".join([*pieces, text[end:]]).replace("\\end{document}", "")
