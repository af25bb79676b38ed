"""Boilerplate sentences: copyright, availability of code, recurring sentences."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from topograph.language.sentences import sentences
from topograph.stages.parse.clean.availability import states_availability
from topograph.stages.parse.clean.links import may_hold_link
from topograph.stages.parse.clean.notices import PUBLISHERS, notices, only_names

#: A recurring sentence has at least so many words.
RECURRING_WORDS = 4
#: A shorter one, in bytes, may be what many people say (`The staff was very friendly.`): it is
#: boilerplate only if it stands in a share of the documents.
SHORT, SHARE_OF_SHORT = 45, 0.1

_WORK = (
    r"(?:article|work|paper|publication|manuscript|abstract|content|material|document|chapter|book"
    r"|journal|review)s?"
)
#: Whole sentences of publishers.
_PUBLISHERS_OWN = re.compile(
    rf"^\W*(?:this|the)(?: \w+)? {_WORK} (?:is|are|was|has been) (?:\w+ )?(?:protected by copyright"
    r"|(?:an? )?U\.?S\.? government work|licen[cs]ed under|published under|made available under"
    r"|distributed under (?:the|a|an|CC|creative)|open[- ]access(?:,|\W*$| and distributed| under))"
    rf"|^\W*this is an open[- ]access {_WORK}\b"
    r"|^\W*all rights (?:are )?reserved\b(?:\W+(?:by|worldwide|under)\b.{0,40}|\W*)$"
    rf"|^\W*published (?:online )?by (?:{PUBLISHERS})\b"
    r"|^\W*(?:licen[cs]ed|distributed|published) under (?:the "
    r"|a )?(?:terms of )?(?:the )?(?:creative commons|CC)\b"
    r"|^\W*creative commons (?:attribution|CC\b)[^.]{0,80}(?:licen[cs]e|international|\d\.\d"
    r"|unported)\W*$"
    r"|^\W*(?:the )?author(?:s|\(s\))?\W.{0,20}under (?:an )?exclusive licen[cs]e"
    r"|^\W*(?:under )?(?:an )?exclusive licen[cs]e to\b"
    r"|^\W*(?:no part of this|no use, distribution|the use, distribution)\b.*\b(?:reproduc|permi"
    r"|form)"
    r"|^\W*(?:no )?reproduction in any form\b"
    r"|^\W*permission to make digital or hard copies\b|^\W*copyrights for components of this work\b"
    r"|^\W*abstract from (?:author|publisher)\W*$|^\W*(?:however, )?users (?:may print, download"
    r"|should refer to the original)"
    r"|^\W*this abstract may be abridged\b|^\W*copyright applies to all\b"
    r"|^\W*no warranty is given about the accuracy\b"
    r"|^\W*(?:selection and(?:/or)? )?peer[- ]review under (?:the )?responsibility of\b"
    r"|^\W*(?:production and )?hosting by (?:elsevier|springer)\b|^\(?publisher: .{0,100}$"
    r"|^\W*for commercial re-?use, please contact\b",
    re.IGNORECASE | re.DOTALL,
)
_PUBLISHED_BY = re.compile(rf"\bpublished by (?:{PUBLISHERS})\b", re.IGNORECASE)
#: In every text with boilerplate stands one of the right words, and in texts with one of these
#: the word on its left; looking for the left ones is cheap.
Suspects = Mapping[str, tuple[str, ...]]
_SUSPECT: Suspects = {
    "available": (),
    "release": (),
    "licen": (),
    "www.": (),
    "©": (),
    "(c)": (),
    "/": ("://", ".com/", ".org/", ".io/", ".net/", ".edu/", ".gov/", ".ai/"),
    "open": ("open access", "open-access", "open source", "open-source"),
    "found ": ("found at", "found in", "found on", "found here"),
    "ed at": ("accessed at", "provided at"),
    "right": ("copyright", "rights reserved"),
    "publish": ("published by", "publisher:"),
    "&copy": ("&copy;",),
    "creative": ("creative commons",),
    "abstract": ("abstract from", "abstract may be abridged"),
    "user": ("users may", "users should"),
    "reproduction": ("reproduction in", "reproduction is"),
    "government work": (),
    "permission to": (),
    "no warranty": (),
    "no part of": (),
    "hosting by": (),
    "review under": (),
    "commercial re": (),
}
#: One of these stands in every copyright notice.
_NOTICES = ("©", "(c)", "copyright", "&copy;")


def _suspects(lower: str) -> Suspects:
    """What of `_SUSPECT` stands in a text, given in small letters."""
    return {
        part: words
        for part, words in _SUSPECT.items()
        if part in lower and (not words or any(word in lower for word in words))
    }


def _is_suspicious(lower: str, suspects: Suspects) -> bool:
    for part, words in suspects.items():
        if part in lower and (not words or any(word in lower for word in words)):
            return True
    return False


def is_boilerplate(sentence: str, *, own: bool = True, suspects: Suspects | None = None) -> bool:
    """Whether a sentence is a publisher's, or states where a study's code or data are.

    >>> is_boilerplate("Our code is available at https://a.org/b."), is_boilerplate("Code helps.")
    (True, False)
    >>> is_boilerplate("We study open access articles under Creative Commons licences.")
    False
    """
    lower = sentence.lower()
    if not _is_suspicious(lower, _SUSPECT if suspects is None else suspects):
        return False
    if _PUBLISHERS_OWN.match(sentence):
        return True
    if "published by" in lower and _PUBLISHED_BY.search(sentence) and only_names(sentence):
        return True
    return states_availability(sentence, own=own)


#: Authors who speak of their own work.
_AUTHORS = re.compile(
    r"[wWoOuUtT](?<!\w[wWoOuUtT])(?:(?<=[wW])[eE]\b|(?<=[oO])[uU][rR]\b|(?<=[uU])[sS]\b"
    r"|(?<=[tT])(?i:his (?:paper|work|study|article|report|thesis|research)\b))"
)
#: A full stop without a space behind it, near the end: `results.Our code is at https://...`.
_GLUED = re.compile(r"(?<=[a-z)\]%0-9])\.(?=[A-Z][a-z]+\W)")
_REACH = 300


def _pieces(text: str, *, own: bool, suspects: Suspects) -> list[str]:
    """The sentences of a text; one on where the code is also where it was glued to another."""
    if not may_hold_link(text):
        return sentences(text)
    found: list[str] = []
    for sentence in sentences(text):
        start = 0
        if may_hold_link(sentence):
            for glued in _GLUED.finditer(sentence, max(0, len(sentence) - _REACH)):
                if is_boilerplate(sentence[glued.end() :], own=own, suspects=suspects):
                    found.append(sentence[: glued.end()])
                    start = glued.end()
                    break
        found.append(sentence[start:])
    return found


def remove_boilerplate(text: str) -> str:
    """Remove copyright notices and boilerplate sentences, unless a text consists only of them.

    Of a sentence that ends in a notice only the notice goes.

    >>> remove_boilerplate("We learn. © 2024 The Authors. All rights reserved.")
    'We learn.'
    >>> remove_boilerplate("It lasts for years (C) 2009 Elsevier Ltd All rights reserved")
    'It lasts for years'
    """
    lower = text.lower()
    suspects = _suspects(lower)
    if not suspects:
        return text
    without = text
    if any(mark in lower for mark in _NOTICES):
        for start, end in reversed(notices(text)):
            without = f"{without[:start].rstrip()} {without[end:].lstrip()}".strip()
        if not re.search(r"\w", without):
            return text
        suspects = _suspects(without.lower())
    own = _AUTHORS.search(without) is not None
    parts = _pieces(without, own=own, suspects=suspects)
    unwanted = partial(is_boilerplate, own=own, suspects=suspects)
    return _without(without, parts, unwanted)


def _without(text: str, parts: Sequence[str], unwanted: Callable[[str], bool]) -> str:
    kept: list[str] = []
    gone = 0
    for part in parts:
        if not unwanted(part.strip()):
            kept.append(part)
            continue
        gone += 1
        if kept and part[-1:].isspace() and not kept[-1][-1:].isspace():
            kept.append(" ")
    if not gone or not any(re.search(r"\w", part) for part in kept):
        return text
    return "".join(kept).rstrip()


def sentence_keys(text: str) -> list[tuple[int, str]]:
    """Keys under which a text's sentences recur: checksum (case aside) and length of each."""
    found = []
    for part in sentences(text):
        if part.count(" ") >= RECURRING_WORDS - 1:
            plain = part.strip().lower().encode("utf-8", "surrogatepass")
            found.append((zlib.crc32(plain) | len(plain) << 32, part))
    return found


def recurring_in(text: str, keys: Collection[int]) -> list[tuple[int, str]]:
    """The sentences of a text with these keys, each behind its own."""
    return [(key, part.strip()) for key, part in sentence_keys(text) if key in keys]


def remove_sentences(text: str, unwanted: Collection[str]) -> str:
    """Remove sentences from a text, unless it consists only of them."""
    return _without(text, sentences(text), unwanted.__contains__)


def auto_boilerplate_documents(documents: int) -> int:
    """Number of documents in which a sentence must recur: 0.2 %, at least 5; 30 %, 3, if few.

    >>> auto_boilerplate_documents(10), auto_boilerplate_documents(100)
    (3, 5)
    >>> auto_boilerplate_documents(100_000)
    200
    """
    return min(max(5, math.ceil(0.002 * documents)), max(3, math.ceil(0.3 * documents)))
