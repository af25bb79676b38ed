"""Formats of plain text that are known by their beginning."""

from __future__ import annotations

import re

_BEGINNINGS = (
    ("a script", r"#!\s*/(?:usr/)?(?:local/)?bin/"),
    ("a log of a web server", r"\S+ \S+ \S+ \[\d\d/\w{3}/\d{4}:[\d:]{8} [+-]\d{4}\] \"[A-Z]+ \S"),
    ("a calendar (iCalendar)", r"BEGIN:VCALENDAR\s*\n"),
    ("a list of contacts (vCard)", r"BEGIN:VCARD\s*\n"),
    ("changes to files (diff)", r"diff --git |--- \S.*\n\+\+\+ \S.*\n@@ "),
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
