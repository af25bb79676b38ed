"""Recognise a file's format by its structure; the ending of its name decides only between kin."""

from __future__ import annotations

from topograph.errors import TopographError
from topograph.formats.base import Format, Opening
from topograph.formats.encodings import detect_encoding
from topograph.formats.registry import FORMATS
from topograph.formats.sources import HEAD_BYTES, Source, open_text, refuse_binary
from topograph.formats.unread import refuse_text
from topograph.formats.unreadbytes import refuse_bytes

#: What a text is that is in no other format.
PROSE = ("paragraphs", "lines")


def recognise(source: Source, form: str = "auto", encoding: str = "auto") -> tuple[Format, str]:
    """The format of a source, and its encoding.

    Parameters
    ----------
    source : Source
    form, encoding : str
        `parse.format` and `parse.encoding`: what the user has set, or `auto`.

    Returns
    -------
    tuple of Format and str
        The encoding of a binary format is "".

    Raises
    ------
    TopographError
        If the file is in no format that is read, or not in the one that is set.
    """
    opening = Opening(source, source.head())
    binary = _binary_format(opening)
    if binary is not None:
        return binary, ""
    if encoding == "auto":
        encoding = detect_encoding(source)
    try:
        with open_text(source, encoding) as stream:
            start = stream.read(HEAD_BYTES)
            refuse_binary(source, start if start.strip() else start + stream.read())
    except UnicodeError as error:
        raise TopographError(
            f"{source.name} cannot be read as {encoding}.",
            f"its bytes are not in this encoding ({error}).",
            "set parse.encoding to auto, or to the encoding in which the file was saved.",
        ) from error
    if form == "auto":
        return text_format(Opening(source, opening.head, start)), encoding
    if FORMATS[form].binary:
        raise TopographError(
            f"{source.name} cannot be read as {form}.",
            "it is a text file.",
            "set parse.format to auto, or to what the file is.",
        )
    return FORMATS[form], encoding


def _binary_format(opening: Opening) -> Format | None:
    """The format of a file that is not text.

    Raises
    ------
    TopographError
        If it is known and not read.
    """
    for own in FORMATS.values():
        if (own.binary or own.mixed) and own.recognise(opening):
            return own
    refuse_bytes(opening)
    return None


def text_format(opening: Opening) -> Format:
    """The format of a text file, by its beginning.

    Raises
    ------
    TopographError
        If it is known and not read, or structured in a way that is not known: its markup would
        be read as texts.
    """
    found = next(
        (
            own
            for own in FORMATS.values()
            if not own.binary and own.name not in PROSE and own.recognise(opening)
        ),
        None,
    )
    refuse_text(opening, found)
    if found is not None:
        return found
    return next(FORMATS[name] for name in PROSE if FORMATS[name].recognise(opening))
