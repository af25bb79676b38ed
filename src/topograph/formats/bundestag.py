"""Protocols of the German Bundestag (dbtplenarprotokoll), one document per speech."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from topograph.errors import TopographError
from topograph.formats.base import Content, Format, Opening
from topograph.formats.records import RawRecord, filled, numbered
from topograph.formats.xmlstream import elements, find_all, local, text_of

_ROOT = re.compile(r"<dbtplenarprotokoll[\s>]")


def read_bundestag(content: Content) -> Iterator[RawRecord]:
    """Read the speeches of a protocol.

    Heckling, applause and what others say within a speech are left out.

    Raises
    ------
    TopographError
        If the file is not well-formed XML, or holds no speech.
    """
    none = TopographError(
        f"{content.name} holds no speeches.",
        "it has no element <rede>, as protocols have since 2017.",
        "set `parse: {format: file}` to read each protocol as one document.",
    )
    yield from numbered(_speeches(content), none)


def _speeches(content: Content) -> Iterator[dict[str, str]]:
    for element, around in elements(content, lambda path: local(path[-1][0]) == "rede"):
        topic = next((own["top-id"] for _, own in reversed(around) if "top-id" in own), "")
        about = around[0][1] if around else {}
        fields = {
            "id": element.get("id", ""),
            "date": about.get("sitzung-datum", ""),
            "period": about.get("wahlperiode", ""),
            "session": about.get("sitzung-nr", ""),
            "topic": topic,
        }
        yield filled(fields | _speech(element))


def _speech(speech: ET.Element) -> dict[str, str]:
    """The speaker's name, group and words; others are named in elements of their own."""
    first = next(find_all(speech, "redner"), None)
    own = first.get("id") if first is not None else None
    speaking = True
    lines = []
    for part in speech:
        name = local(part.tag)
        if name == "name":
            speaking = False  # the president
        elif name == "p" and part.get("klasse") == "redner":
            person = next(find_all(part, "redner"), None)
            speaking = person is not None and person.get("id") == own
        elif name == "p" and speaking and (text := text_of(part)):
            lines.append(text)
    names = {}
    if first is not None:
        for key in ("titel", "vorname", "namenszusatz", "nachname", "fraktion"):
            names[key] = text_of(next(find_all(first, key), None))
    group = names.pop("fraktion", "")
    speaker = " ".join(value for value in names.values() if value)
    return {"text": "\n".join(lines), "speaker": speaker, "group": group}


def _is_bundestag(opening: Opening) -> bool:
    return opening.start.startswith("<") and _ROOT.search(opening.start[:5000]) is not None


FORMAT = Format(
    "bundestag",
    "protocols of the German Bundestag (XML), one document per speech",
    _is_bundestag,
    read_bundestag,
    fields={"text": ("text",), "date": ("date",), "id": ("id",)},
)
