"""Subtitles and transcripts with times: WebVTT and SubRip."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.records import RawRecord

_TIME = r"((?:\d{1,3}:)?\d{1,2}:\d\d[.,]\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}")
#: `<v Ann>` of WebVTT, `Ann:` of Zoom and Teams, `ANN:` and `>> ANN:` of captions.
_VOICE = re.compile(r"<v(?:\.[\w.]+)?[ \t]+([^>]+)>")
_NAMED = re.compile(r"(?:>> ?|- ?)?([A-Z][\w.'’-]*(?: [A-Z0-9][\w.'’-]*){0,3}):(?: |$)")
_MARKUP = re.compile(r"</?(?:c|v|b|i|u|ruby|rt|lang|font)(?:[. ][^<>]*)?>|<\d[\d:.]*>|\{\\[^{}]*\}")
#: Share of cues with a name before a colon from which names are those of speakers; names in
#: capitals, as captions write them where the speaker changes, need fewer.
NAMED_SHARE = 0.3
CAPITAL_SHARE = 0.02
LEAST_NAMED = 3


@dataclass(slots=True)
class Line:
    """A line of a cue, or of a turn several ones, with its times in seconds."""

    start: float
    end: float
    text: str
    speaker: str = ""


def read_subtitles(text: str, name: str) -> Iterator[RawRecord]:
    """Read subtitles: one document per turn where speakers are named, else one document per file.

    Times and speakers leave the text for the fields `start`, `end` and `speaker`. Lines that
    rolling captions repeat are kept once.

    Raises
    ------
    TopographError
        If the file has no cue.
    """
    lines = _lines(text)
    if not lines:
        raise TopographError(
            f"{name} holds no subtitles.",
            "no line has times like `00:00:01.000 --> 00:00:04.000`, with text beneath it.",
            "check the file, or set parse.format to what it is.",
        )
    find_speakers(lines)
    yield from turn_records(lines, PurePath(name.removesuffix(".gz")).stem)


def turn_records(lines: list[Line], stem: str) -> Iterator[RawRecord]:
    """Lines as one record per turn where speakers are named, else one of all.

    Parameters
    ----------
    lines : list of Line
    stem : str
        The file's name, from which identifiers are made.
    """
    spoken = any(line.speaker for line in lines)
    turns: list[Line] = []
    for line in lines:
        if turns and (not spoken or line.speaker in ("", turns[-1].speaker)):
            turns[-1].end = line.end
            turns[-1].text += f"\n{line.text}"
        else:
            turns.append(line)
    for position, turn in enumerate(turns):
        fields = {
            "id": f"{stem}-{position + 1}" if spoken else stem,
            "text": turn.text.strip(),
            "start": turn.start,
            "end": turn.end,
            "file": stem,
        }
        yield RawRecord(position, fields | ({"speaker": turn.speaker} if spoken else {}))


def _lines(text: str) -> list[Line]:
    """The lines of all cues; numbers, settings, comments and what rolling captions repeat go."""
    found: list[Line] = []
    last = ""
    for block in re.split(r"\n[ \t]*\n", text.lstrip("\ufeff")):
        times: re.Match[str] | None = None
        speaker = ""
        for line in block.split("\n"):
            if match := _TIMES.match(line):
                times, speaker = match, ""
                continue
            if times is None:
                continue  # the header, a comment, a style, a cue's number
            if voice := _VOICE.search(line):
                speaker = html.unescape(voice[1]).strip()
            plain = html.unescape(_MARKUP.sub("", line)).strip()
            if plain and plain != last:
                found.append(Line(seconds(times[1]), seconds(times[2]), plain, speaker))
                last = plain
    return found


def find_speakers(lines: list[Line]) -> None:
    """Take names before a colon out of the text, where enough lines begin with one."""
    if any(line.speaker for line in lines):
        return
    named = [line for line in lines if _NAMED.match(line.text)]
    if len(named) < max(LEAST_NAMED, NAMED_SHARE * len(lines)):
        named = [line for line in named if _NAMED.match(line.text)[1].isupper()]  # type: ignore[index]
        if len(named) < max(LEAST_NAMED, CAPITAL_SHARE * len(lines)):
            return
    for line in named:
        if match := _NAMED.match(line.text):
            line.speaker = match[1]
            line.text = line.text[match.end() :].strip()


def seconds(time: str) -> float:
    """A time in hours, minutes and seconds as a number of seconds.

    >>> seconds("01:02.500"), seconds("1:00:02,5"), seconds("00:11")
    (62.5, 3602.5, 11.0)
    """
    hours, minutes, rest = (["0", "0", *time.replace(",", ".").split(":")])[-3:]
    return round(3600 * int(hours) + 60 * int(minutes) + float(rest), 3)


def _is_subtitles(opening: Opening) -> bool:
    """Whether a file is WebVTT by its first line, or has times above each block of text."""
    if opening.start.startswith("WEBVTT") or opening.ending in {".srt", ".vtt"}:
        return True
    blocks = [block.strip("\n").split("\n") for block in re.split(r"\n[ \t]*\n", opening.start)]
    blocks = [block for block in blocks if block != [""]][:50]
    timed = sum(any(_TIMES.match(line) for line in block[:2]) for block in blocks)
    return bool(blocks) and timed > 0.8 * len(blocks)


FORMAT = Format(
    "subtitles",
    "subtitles (.vtt, .srt), one document per turn where speakers are named, else per file",
    _is_subtitles,
    lambda content: read_subtitles(content.text(), content.name),
    fields={"text": ("text",), "id": ("id",)},
)
