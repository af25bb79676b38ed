"""Copyright notices: where in a text they begin and end."""

from __future__ import annotations

import re
from itertools import islice

_YEAR = r"(?:1[89]|20)\d\d(?:\s*[-–/,]\s*(?:(?:1[89]|20)\d\d|\d\d(?!\d))){0,6}"
#: Publishers and those who act as such.
PUBLISHERS = (
    r"Elsevier|Springer|Wiley|Blackwell|Taylor|Francis|Informa|SAGE|Sage|Oxford|Cambridge|IEEE|ACM"
    r"|Association for Computing Machinery|IOP|Institute of Physics"
    r"|American (?:\w+ ){1,3}(?:Society|"
    r"Association|Institute)|Royal Society|RSC|ACS|APA|AIP|APS|MDPI|Frontiers|Hindawi|BioMed|BMC"
    r"|Karger|Thieme|Emerald|De Gruyter|Brill|Academic Press|Pergamon|Kluwer|Lippincott|Wolters"
    r"|Nature (?:America|Publishing)|Macmillan|BMJ|PLOS|PLoS|Mary Ann Liebert|World Scientific"
    r"|Palgrave|Routledge|John Wiley|WILEY|Massachusetts Institute of Technology|MIT Press|INFORMS"
    r"|Optica|Optical Society|SPIE|EDP Sciences|Cell Press|Inderscience|IGI Global|CSIRO|NRC"
    r"|University Press|Universit(?:y|ät|é|à) \w+"
)
_AUTHORS = r"(?:The\s+)?Author(?:s|\(s\))?\b"
_SIGN = r"(?:©|\(c\)|&copy;)"
#: Where a notice begins: with its sign and a year or a holder, or with the word and a year.
_START = re.compile(
    rf"(?:\bcopyright\s*)?{_SIGN}\s*(?:copyright\s*)?[,:]?\s*(?:\b{_YEAR}|(?-i:{_AUTHORS}"
    rf"|(?:the )?(?:{PUBLISHERS}))|by (?-i:[A-Z]))"
    rf"|\b(?:{_YEAR})\s*{_SIGN}"
    rf"|\b(?-i:Copyright|COPYRIGHT)\s*[:,]?\s*(?:\b{_YEAR}|(?-i:{_AUTHORS})|by (?-i:[A-Z]))"
    rf"|\bcopyright\s*{_SIGN}\s*(?=(?-i:[A-Z]))"
    r"|\b(?-i:Copyright) of [^.]{3,150} is the property of"
    rf"|\(?PsycInfo Database Record\s*{_SIGN}",
    re.IGNORECASE,
)
_ENUMERATED = re.compile(r"\((?:[abde]|[ABDE])\)")
_TOKEN = re.compile(r"\S+")
#: A full stop within a token, behind which the next sentence was glued: `Ltd.The`.
_GLUED = re.compile(r"\.(?=[A-Z][a-z])")
_INITIALS = re.compile(r"(?:[A-Z]\.)+")
_FIRST_LETTER = re.compile(r"[^\W_]")
#: Small words of notices; any other that is not capitalised belongs to a sentence.
_OF_NOTICES = frozenset(
    """
    by of the and on behalf for under licence license exclusive published all rights reserved with
    in
    to authors author an part from und de des der la le et e y für da do di del van von a or at
    publishing publisher terms open access article articles journal compilation holder holders s as
    société copyright c ltd inc co b.v gmbh plc nonexclusive non-exclusive licensee licensed
    distributed via
    """.split()
)
#: Words that open a sentence.
_OPENERS = frozenset(
    """
    We The This These In A An Our Here It There Although Despite Using For By From At As On Both All
    Among Between While When However Recent Current Previous Studies After During Overall Each One
    Background Objective Objectives Purpose Aim Aims Introduction Context Summary Abstract To
    """.split()
)
_HOLDER = re.compile(
    rf"(?:{PUBLISHERS}|{_AUTHORS})(?:[ ,&]+(?:B\.\s?V\.|Ltd\.?|Inc\.?|GmbH|LLC|AG|plc|S\.A\."
    rf"|Science"
    rf"|Masson|Nature|Sons|{_YEAR}))*"
)
#: Sentences that follow a notice and belong to it.
_TAIL = re.compile(
    rf"\s*[;,–—-]?\s*(?:all rights (?:are )?reserved"
    rf"|published (?:online )?by (?:{PUBLISHERS})[^.;]{{0,80}})(?:\.|(?=\s*$)|(?=\s*[;)]))\)?",
    re.IGNORECASE,
)
#: A notice has no more words.
LONGEST = 60
#: A text has no more notices.
MOST = 50


def notices(text: str) -> list[tuple[int, int]]:
    """Start and end of each copyright notice of a text.

    A notice is a sign with a year or a holder, and the names that follow, up to the end of its
    sentence; signs of names (`Taste Profile©`) and of lists (`(a)`, `(b)`, `(c)`) are none.

    >>> text = "The effect holds.(c) 2022 Elsevier B.V. All rights reserved. Profile© is a name."
    >>> [text[start:end] for start, end in notices(text)]
    ['(c) 2022 Elsevier B.V. All rights reserved.']
    """
    found: list[tuple[int, int]] = []
    enumerated = _ENUMERATED.search(text) is not None
    for start in islice(_START.finditer(text), MOST):
        sign = start[0].lower()
        if (found and start.start() < found[-1][1]) or (
            enumerated and "(c)" in sign and "copyright" not in sign
        ):
            continue
        if text[max(0, start.start() - 2) : start.start()].rstrip()[-1:] in ("(", "["):
            continue  # a source, in the middle of a sentence
        end = _end_of_owner(text, start) if "property" in sign else _end_of_names(text, start)
        while end and (tail := _TAIL.match(text, end)):
            end = tail.end()
        if end:
            found.append((start.start(), end))
    return found


def only_names(text: str) -> bool:
    """Whether a sentence is made of names and the small words of notices."""
    return _names(text, 0)[1]


def _end_of_owner(text: str, start: re.Match[str]) -> int:
    end = text.find(". ", start.end())
    return len(text) if end < 0 else end + 1


def _end_of_names(text: str, start: re.Match[str]) -> int:
    end, whole = _names(text, start.end())
    if whole:
        return end
    # the next sentence follows without a full stop: what is known to be of the notice goes
    opener = text[start.end() : end].split()[-1:]
    if opener and opener[0] in _OPENERS:
        return text.rindex(opener[0], start.start(), end)
    holders = list(_HOLDER.finditer(text, start.start(), end))
    return holders[-1].end() if holders else 0


def _names(text: str, start: int) -> tuple[int, bool]:
    """How far a sentence is made of names, and whether that is its end."""
    end = start
    for count, token in enumerate(_TOKEN.finditer(text, start)):
        glued = _GLUED.search(token[0])
        word = token[0][: glued.end()] if glued else token[0]
        plain = word.strip(".,;:()[]\"'“”’*&©/–—-®™")
        first = _FIRST_LETTER.search(plain)
        if plain.casefold() == "dedicated":  # a dedication follows, without a full stop
            return token.start(), True
        if count > LONGEST or (first and first[0].islower() and plain not in _OF_NOTICES):
            return end, False
        end = token.start() + len(word)
        ends = word.rstrip(")]\"'”’")[-1:] in (".", ";", "!", "?")
        if glued or (ends and not _INITIALS.fullmatch(word)):
            following = text[end : end + 2].strip()
            if glued or not following or not following[0].islower():
                return end, True
    return end, True
