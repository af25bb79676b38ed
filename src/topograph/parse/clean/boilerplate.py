"""Sentences that say nothing about a document: copyright, where the code is, what recurs."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Collection

from topograph.parse.clean.links import URL, may_hold_link
from topograph.sentences import sentences

#: A sentence about code or data has at most so many words.
AVAILABILITY_WORDS = 30
#: A recurring sentence has at least so many words.
RECURRING_WORDS = 4

_COPYRIGHT = re.compile(
    r"©|\(c\)\s*(?:\d{4}|copyright)|&copy;|\bcopyright\b.{0,40}\b\d{4}|\ball rights reserved\b"
    r"|\bpublished by (?:elsevier|springer|wiley|john wiley|oxford|cambridge|sage|taylor|the royal)"
    r"|\bprotected by copyright\b"
    r"|\bopen[- ]access article\b.{0,300}\b(?:licen[cs]e|terms|distributed)"
    r"|\bcreative commons\b.{0,100}\blicen[cs]e|^\(?publisher:|\bexclusive licen[cs]e to\b"
    r"|\breproduction in any form\b",
    re.IGNORECASE | re.DOTALL,
)
_THING = (
    r"(?:code|codes|codebase|implementations?|source|software|package|toolkit|library|repository"
    r"|data|datasets?|data ?sets?|benchmarks?|corpus|models?|weights|checkpoints?|scripts?"
    r"|demos?|demonstration|project (?:page|website|site)|web ?site|web ?page|page|videos?"
    r"|materials?|appendix|resources?|artifacts?|results|framework|generations|platform|homepage|leaderboard|examples|samples)"
)
_AVAILABLE = re.compile(
    r"\b(?:available|released?|found|accessed|accessible|open[- ]sourced?|hosted|downloaded|"
    r"published|provided?|shared|visit|see|at|on|here|online)\b|:",
    re.IGNORECASE,
)
_THINGS = re.compile(rf"\b{_THING}\b", re.IGNORECASE)
_PLAIN_AVAILABILITY = re.compile(
    r"^(?:\w+ ){0,6}?"
    r"\b(?:code|codes|codebase|implementation|source code|datasets?|software|project page|data)\b"
    r"[^.]{0,60}\b(?:is|are|will be|can be|has been|have been)(?: made)?"
    r"(?: also| publicly| freely| openly| all| now| soon| anonymously)*"
    r" (?:available|released|found|open[- ]sourced|accessed|provided)\b",
    re.IGNORECASE,
)
#: "We release our code and data to facilitate future research."
_RELEASE = re.compile(
    r"^\W*(?:we|to [\w ]{3,60}, we)(?: will| also| publicly| further| fully)*"
    r" (?:release|open-source)"
    r"(?: all| both)?(?: of)?(?: our| the)?(?: source| training)? codes?\b[^.:]*\.?$",
    re.IGNORECASE,
)
_DOMAIN_TAIL = re.compile(
    r"^[^.]{0,90}\b(?:upon (?:acceptance|publication|request)|github|here|online|publicly|freely|"
    r"repository|available|released|link|url|supplement\w*)\b[^.]{0,40}[.:]?$",
    re.IGNORECASE,
)


#: In every text with boilerplate stands one of the right words, and in texts with one of these
#: the word on its left; looking for the left ones is cheap.
_SUSPECT: dict[str, tuple[str, ...]] = {
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
}
#: One of these stands in every copyright line.
_COPYRIGHT_WORDS = (
    "©", "(c)", "copy", "rights reserved", "published by", "open access", "open-access",
    "creative commons", "publisher:", "exclusive licen", "reproduction in any form",
)  # fmt: skip


def _is_suspicious(lower: str) -> bool:
    """Whether a text, in small letters, may hold boilerplate."""
    for part, words in _SUSPECT.items():
        if part in lower and (not words or any(word in lower for word in words)):
            return True
    return False


def is_boilerplate(sentence: str) -> bool:
    """Whether a sentence is a copyright line, or tells where code or data are.

    >>> is_boilerplate("Our code is available at https://a.org/b."), is_boilerplate("Code helps.")
    (True, False)
    """
    lower = sentence.lower()
    if not _is_suspicious(lower):
        return False
    if any(word in lower for word in _COPYRIGHT_WORDS) and _COPYRIGHT.search(sentence):
        return True
    if len(sentence.split()) > AVAILABILITY_WORDS:
        return False
    if may_hold_link(sentence) and URL.search(sentence):
        rest = URL.sub(" ", sentence)
        return bool(_THINGS.search(rest) and _AVAILABLE.search(rest)) or len(rest.split()) <= 3
    if _RELEASE.search(sentence):
        return True
    return bool(_PLAIN_AVAILABILITY.search(sentence) and _DOMAIN_TAIL.search(sentence))


def remove_boilerplate(text: str) -> str:
    """Remove sentences that are boilerplate by themselves; a text of nothing else stays.

    >>> remove_boilerplate("We learn. © 2024 The Authors. All rights reserved.")
    'We learn.'
    """
    if not _is_suspicious(text.lower()):
        return text
    return _without(text, is_boilerplate)


def _without(text: str, unwanted: object) -> str:
    parts = sentences(text)
    kept = [part for part in parts if not unwanted(part.strip())]  # type: ignore[operator]
    if len(kept) == len(parts) or not any(re.search(r"\w", part) for part in kept):
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


def remove_recurring(text: str, keys: Collection[int]) -> str:
    """Remove the sentences with these keys; a text of nothing else stays."""
    unwanted = {part for key, part in sentence_keys(text) if key in keys}
    stripped = {part.strip() for part in unwanted}
    return _without(text, stripped.__contains__)


def auto_boilerplate_documents(documents: int) -> int:
    """In how many documents a sentence must recur: 0.2 %, at least 5; in small corpora 30 %, 3.

    >>> auto_boilerplate_documents(10), auto_boilerplate_documents(100)
    (3, 5)
    >>> auto_boilerplate_documents(100_000)
    200
    """
    return min(max(5, math.ceil(0.002 * documents)), max(3, math.ceil(0.3 * documents)))
