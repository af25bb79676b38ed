"""Transcripts as text, in which each line begins with its time: `[00:11] **Ann**: Hello`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord
from topograph.formats.subtitles import Line, find_speakers, seconds, turn_records

_TIME = r"(?:\d{1,2}:)?\d{1,3}:\d\d(?:[.,]\d{1,3})?"
#: A time in brackets, or a span of time; without brackets a dash or a tab stands behind it.
_TIMED = re.compile(
    rf"\s*(?:[\[(](?P<time>{_TIME})(?:\s*(?:-->|[-–])\s*(?P<end>{_TIME}))?[\])]"
    rf"|(?P<bare>{_TIME})(?=\t|\s+[-–]\s))[\s:–-]*(?P<rest>.*)"
)
_BOLD = re.compile(r"\*\*([^*\n]{1,60})\*\*:?|\*\*([^*\n]{1,60}):\*\*")
#: Share of lines that begin with a time, and their number, from which a text is a transcript.
TIMED_SHARE = 0.5
LEAST_TIMED = 4


def read_transcript(text: str, name: str) -> Iterator[RawRecord]:
    """Read a transcript: one document per turn where speakers are named, else one per file.

    Times and speakers leave the text for the fields `start`, `end` and `speaker`. A line without a
    time belongs to the one above it.

    Raises
    ------
    TopographError
        If no line begins with a time.
    """
    lines: list[Line] = []
    for line in text.lstrip("\ufeff").split("\n"):
        match = _TIMED.match(line)
        if match:
            start = match["time"] or match["bare"]
            bold = _BOLD.match(match["rest"])
            speaker = (bold[1] or bold[2]).strip().rstrip(":") if bold else ""
            said = match["rest"][bold.end() :] if bold else match["rest"]
            end = match["end"] or start
            lines.append(Line(seconds(start), seconds(end), said.strip(" :"), speaker))
        elif lines and line.strip():
            lines[-1].text += f"\n{line.strip()}"
    if not lines:
        raise TopographError(
            f"{name} holds no transcript.",
            "no line begins with a time, like `[00:11] Ann: We begin.`",
            "check the file, or set parse.format to what it is.",
        )
    find_speakers(lines)
    yield from turn_records(lines, PurePath(name.removesuffix(".gz")).stem)


def _is_transcript(opening: Opening) -> bool:
    """Whether most lines begin with a time, and time goes on from line to line."""
    found = [match for line in opening.lines if (match := _TIMED.match(line))]
    if len(found) < max(LEAST_TIMED, TIMED_SHARE * len(opening.lines)):
        return False
    times = [seconds(match["time"] or match["bare"]) for match in found]
    return times == sorted(times) and times[0] < times[-1]


FORMAT = Format(
    "transcript",
    "transcripts whose lines begin with a time, one document per turn where speakers are named, "
    "else per file",
    _is_transcript,
    lambda content: read_transcript(content.text(), content.name),
    fields={"text": ("text",), "id": ("id",)},
)
