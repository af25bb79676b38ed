"""Formats of plain text that are known by their beginning, or by the like of all their records."""

from __future__ import annotations

import re

_BEGINNINGS = (
    ("a script", r"#!\s*/(?:usr/)?(?:local/)?bin/"),
    ("a log of a web server", r"\S+ \S+ \S+ \[\d\d/\w{3}/\d{4}:[\d:]{8} [+-]\d{4}\] \"[A-Z]+ \S"),
    ("a calendar (iCalendar)", r"BEGIN:VCALENDAR\s*\n"),
    ("a list of contacts (vCard)", r"BEGIN:VCARD\s*\n"),
    ("changes to files (diff)", r"diff --git |--- \S.*\n\+\+\+ \S.*\n@@ "),
    ("a record of chess games (PGN)", r"\[Event \"[^\"\n]*\"\]\s*\n\["),
    (
        "sequences of genes or proteins (FASTA)",
        r">[^\n]+\n(?:[ACGTUNacgtun-]{15,}|[A-Z*-]{30,})\s*\n",
    ),
    (
        "lyrics with times (LRC)",
        r"(?:\[(?:ar|ti|al|au|by|offset|length|re|ve):[^\]\n]*\]\s*)+\[\d\d:\d\d",
    ),
    ("a log of Git", r"commit [0-9a-f]{40}\b.*\n(?:Merge: .*\n)?Author: "),
    ("subtitles of SubStation (.ass, .ssa)", r"\[Script Info\]"),
    ("annotations of Praat (TextGrid)", r"File type = \"ooTextFile\""),
    ("a transcript of CHILDES (CHAT)", r"(?:@UTF8\s*\n)?(?:@(?:PID|Font|Window):.*\n)*@Begin\s*\n"),
    (
        "a catalogue of translations (gettext)",
        r"(?:\s|#[^\n]*\n)*+msgid \"[^\n]*\"\s*\n(?:\"[^\n]*\n)*msgstr ",
    ),
    (
        "linked data (RDF, Turtle)",
        r"(?:\s|#[^\n]*\n)*+(?:@prefix\s+[\w-]*:\s*<|<[^<>\s]+> <[^<>\s]+> [<\"_])",
    ),
)
#: What it is, behind "it is ", and how such a file begins.
KINDS = tuple((what, re.compile(pattern)) for what, pattern in _BEGINNINGS)

#: Records of names and values between blank lines: so many, of so many names, and how many of them
#: have the same names.
LEAST_RECORDS = 3
LEAST_NAMES = 3
ALIKE_SHARE = 0.8
_NAMED_LINE = re.compile(r"([A-Za-z][\w/ .-]{0,40}?):(?:[ \t]|$)")
#: Delimiters of two signs or more.
_WIDE = re.compile(r"(?<![:~|;@#])(::|~~|;;|@@|\|\|\|?|###|\$\$\$)(?![:~|;@#$])")


def has_named_records(text: str) -> bool:
    r"""Whether a text is records of names and values between blank lines, all with the same names.

    >>> has_named_records(3 * "id: 1\nscore: 5\ntext: It is good.\n\n")
    True
    """
    blocks = [own for own in re.split(r"\n[^\S\n]*\n\s*", text.strip()) if own][:-1]
    names = [
        tuple(m[1] for line in block.split("\n") if (m := _NAMED_LINE.match(line)))[:LEAST_NAMES]
        for block in blocks
    ]
    if len(names) < LEAST_RECORDS - 1 or len(set(names[0])) < LEAST_NAMES:
        return False
    return names.count(names[0]) >= ALIKE_SHARE * len(names)


def wide_delimiter(lines: list[str]) -> str:
    """The delimiter of two signs or more that each line has equally often; "" without one.

    >>> wide_delimiter(["1::Toy Story::1995", "2::Jumanji::1995", "3::Heat::1995"])
    '::'
    """
    if len(lines) < LEAST_RECORDS:
        return ""
    counts = [_WIDE.findall(line) for line in lines]
    same = len({tuple(own) for own in counts}) == 1 and len(counts[0]) > 1
    return counts[0][0] if same and len(set(counts[0])) == 1 else ""
