"""Sentences that say nothing about a document: copyright, where the code is, what recurs."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Collection, Sequence

from topograph.parse.clean.links import URL, may_hold_link
from topograph.parse.clean.notices import PUBLISHERS, notices, only_names
from topograph.sentences import sentences

#: A sentence about code or data has at most so many words.
AVAILABILITY_WORDS = 30
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
    r"|^\W*all rights (?:are )?reserved\b.{0,30}$"
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
    r"|^\W*this abstract may be abridged\b|^\W*no warranty is given about the accuracy\b"
    r"|^\W*(?:selection and(?:/or)? )?peer[- ]review under (?:the )?responsibility of\b"
    r"|^\W*(?:production and )?hosting by (?:elsevier|springer)\b|^\(?publisher: .{0,100}$"
    r"|^\W*for commercial re-?use, please contact\b",
    re.IGNORECASE | re.DOTALL,
)
_PUBLISHED_BY = re.compile(rf"\bpublished by (?:{PUBLISHERS})\b", re.IGNORECASE)
_THING = (
    r"(?:code|codes|codebases?|code ?bases?|implementations?|source|software|packages?|toolkit"
    r"|library|repository|repo|data|datasets?|data ?sets?|benchmarks?|corpus|corpora|models?"
    r"|weights"
    r"|checkpoints?|scripts?|demos?|demonstrations?|project|web ?site|web ?page|page|videos?"
    r"|materials?|appendix|resources?|artifacts?|results|framework|generations|platform|homepage"
    r"|leaderboard|examples|samples|github|prompts|visuali[sz]ations?|notebooks?|environment)"
)
_BE = r"(?:is|are|was|were|be|been|become|remain)"
_FOUND = (
    r"(?:available|released?|found|accessed|accessible|open[- ]?sourced?|hosted|downloaded"
    r"|published|provided?|shared|viewed|seen|obtained|located|deposited|maintained|archived"
    r"|online|visited|public|explored|reproduced)"
)
#: Words before the thing that is available: it is what the sentence is about.
_SUBJECT = r"^\W*(?:(?!(?:we|us(?:e|ed|ing)|from|by)\b)[\w'’/&+.()\[\]*-]+[\W]+){0,9}?"
#: Stands where a URL stood.
_LINK = "\ufdd0"
#: What is where, and who gives it.
_WITH_LINK = re.compile(
    rf"{_SUBJECT}{_THING}\b[^;]{{0,120}}?\b{_BE}\b[^;]{{0,60}}?\b{_FOUND}\b[^;]{{0,90}}{_LINK}"
    rf"|{_SUBJECT}{_THING}\b[^;{_LINK}]{{0,120}}?\b{_BE}\W+(?:\w+ly\W+)?(?:(?:at|on|in|here)\W+)*{_LINK}"
    rf"|{_SUBJECT}{_THING}\b[^;]{{0,90}}{_LINK}[^;]{{0,120}}\b{_BE}\b[^;]{{0,40}}\b{_FOUND}\b"
    rf"|^\W*(?:[\w ,'’-]{{0,80}}\b)?we\b(?:\W+(?:will|also|have|are|plan to"
    rf"|\w+ly)){{0,3}}\W+(?:releas|provid"
    rf"|open[- ]?sourc|publish|shar|mak|mad|host|maintain|offer|upload|deposit|present the)\w*\b"
    rf".{{0,120}}\b{_THING}\b.{{0,90}}{_LINK}"
    rf"|^\W*(?:for\b[^;]{{0,90}}?\W+)?(?:please |welcome to |you can )?(?:see|visit|refer to"
    rf"|check(?: out)?"
    rf"|find|access|explore|watch)\b(?=.*\b(?:{_THING}|details|information|supplement\w*|tutorials?)\b)"
    rf".{{0,90}}{_LINK}",
    re.IGNORECASE | re.DOTALL,
)
#: Words of labels before a URL: `Project page:`, `Code and data are available at`.
_LABEL = re.compile(
    rf"(?:{_THING}|our|ours|all|the|this|and|full|fully|source|model|demo|live|open|associated|more"
    r"|supplementary|supplemental|additional|interactive|complete|anonymous|anonymized|official"
    r"|training|inference|evaluation|pre|trained|pretrained|related|reproducible|detailed|further"
    r"|pytorch|jax|python|usage|paper|collection|site|link|links|to|url|urls|at|on|in|here|available"
    r"|availability|accessible|released|is|are|will|be|can|found|publicly|freely|now|also|online|via"
    r"|for|of|following|with|from|see|watch|visit|please|check|out|details|information|qualitative|hf"
    r"|hugging|face|huggingface|website|homepage|arxiv|youtube|under|documentation|download|experiment|experiments|experimental)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W_]+")
#: A full stop without a space behind it: `results.Our code is at https://...`.
_REACH = 400
_GLUED = re.compile(r"(?<=[a-z)\]%0-9])\.(?=[A-Z][a-z]+\W)")
#: A label has at most so many other words, and so many words stand behind its URL.
_OTHER_WORDS, _TRAILING = 2, 4
#: Nobody speaks of the authors' own code in this way.
_ANOTHERS = re.compile(r"\?|\b(?:I|my|me|your)\b")
_AIM = (
    r"to (?:\w+ )?(?:support|facilitat|encourag|foster|ensur|accelerat|benefit|advanc|stimulat"
    r"|enabl"
    r"|promot|allow|aid|help|further|propel|spur|inspire|guarantee|the )\w*\b[^.]{0,90}"
)
_WHEN = (
    r"(?:up)?on(?: (?:the|our))?(?: \w+)? (?:acceptance|publication|publishing|request"
    r"|submission)\b"
    r"[^.]{0,40}|(?:after|once|when|following|before)\b[^.]{0,50}\b(?:accept|publi|review)\w*[^.]{0,20}"
    r"|(?:up)?on (?:reasonable )?request\b[^.]{0,50}"
)
_PLACE = (
    r"(?:github|gitlab|zenodo|figshare|bitbucket|osf|dryad|mendeley|kaggle|pypi|cran|bioconductor"
    r"|conda|hugging ?face|repository|repositories|link|url|address|web ?site|web ?page|page"
    r"|supplement\w*|appendix|package|materials?|footnote|comments)"
)
#: The same without a URL, in the authors' own words.
_PLAIN_AVAILABILITY = re.compile(
    r"^\W*(?:\w+ ){0,6}?\b(?:codes?|codebases?|code base|implementations?|datasets?|software"
    r"|project page"
    r"|data|models?|weights|checkpoints|scripts|benchmarks?|demos?)\b"
    rf"[^.%0-9]{{0,60}}\b(?:is|are|will be|can be|has been|have been)(?: made| being)?"
    r"(?:,? (?:also|publicly|freely|openly|all|both|now|soon|anonymously|fully))*"
    r" (?:available|released?|found|open[- ]?sourced?|accessed|accessible|provided|public|shared"
    r"|published)\b"
    rf"(?:\W+(?:publicly|freely|openly|online|here|now|soon|later|anonymously|at|on|in|via|from"
    rf"|through|under|the|our|this|an?|its|their|for|of|and|as|with|by|us|public|community"
    rf"|research(?:ers)?|download\w*|access|use|reproducib\w+|reproduction|free|further|future"
    rf"|purposes?|investigations?|exploitation|study|analysis|exploration|development|reference"
    rf"|paper|authors?|corresponding|open[- ]source|software|python"
    rf"|anonymous|following|project|accompanying|creative commons|see|(?:\w+ )?licen[cs]es?"
    rf"|{_PLACE}))*"
    rf"(?:\W+(?:{_AIM}|{_WHEN}))*\W*$",
    re.IGNORECASE,
)
_NOT_OURS = re.compile(
    r"\b(?:not|only|few|most|many|often|rarely|percent|articles|papers|studies|whether|if|than|some|no)\b",
    re.IGNORECASE,
)
#: "We release our code and data to facilitate future research."
_RELEASE = re.compile(
    r"^\W*(?:we|to [\w ]{3,60}, we)(?: will| also| publicly| further| fully)*"
    r" (?:release|open-source)"
    r"(?: all| both)?(?: of)?(?: our| the)?(?: source| training)? codes?\b[^.:]*\.?$",
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


def _is_suspicious(lower: str) -> bool:
    """Whether a text, in small letters, may hold boilerplate."""
    for part, words in _SUSPECT.items():
        if part in lower and (not words or any(word in lower for word in words)):
            return True
    return False


def is_boilerplate(sentence: str) -> bool:
    """Whether a sentence is a publisher's own, or tells where a study's code or data are.

    >>> is_boilerplate("Our code is available at https://a.org/b."), is_boilerplate("Code helps.")
    (True, False)
    >>> is_boilerplate("We study open access articles under Creative Commons licences.")
    False
    """
    if not _is_suspicious(sentence.lower()):
        return False
    if _PUBLISHERS_OWN.search(sentence) or (
        _PUBLISHED_BY.search(sentence) and only_names(sentence)
    ):
        return True
    if len(sentence.split()) > AVAILABILITY_WORDS:
        return False
    place = URL.sub(_in_place, sentence) if may_hold_link(sentence) else sentence
    if _ANOTHERS.search(place):
        return False
    if _LINK in place:
        return _is_label(place) or _WITH_LINK.search(place) is not None
    if _RELEASE.search(sentence):
        return True
    return bool(_PLAIN_AVAILABILITY.search(sentence)) and not _NOT_OURS.search(sentence)


def _in_place(match: re.Match[str]) -> str:
    return _LINK + match[0][len(match[0].rstrip(".,;:!?)]}'\"*_")) :]


def _is_label(sentence: str) -> bool:
    """Whether a sentence is a URL and a label of it."""
    before, _, behind = sentence.rpartition(_LINK)
    words = _WORDS.findall(before)
    others = sum(_LABEL.fullmatch(word) is None for word in words)
    if len(_WORDS.findall(behind)) > _TRAILING:
        return False
    return not words or (_LABEL.fullmatch(words[0]) is not None and others <= _OTHER_WORDS)


def _pieces(text: str) -> list[str]:
    """The sentences of a text; one on where the code is also where it was glued to another."""
    found: list[str] = []
    for sentence in sentences(text):
        start = 0
        if may_hold_link(sentence):
            for glued in _GLUED.finditer(sentence, max(0, len(sentence) - _REACH)):
                if is_boilerplate(sentence[glued.end() :]):
                    found.append(sentence[: glued.end()])
                    start = glued.end()
                    break
        found.append(sentence[start:])
    return found


def remove_boilerplate(text: str) -> str:
    """Remove copyright notices and sentences that are boilerplate; a text of nothing else stays.

    Of a sentence that ends in a notice only the notice goes.

    >>> remove_boilerplate("We learn. © 2024 The Authors. All rights reserved.")
    'We learn.'
    >>> remove_boilerplate("It lasts for years (C) 2009 Elsevier Ltd All rights reserved")
    'It lasts for years'
    """
    lower = text.lower()
    if not _is_suspicious(lower):
        return text
    without = text
    if any(mark in lower for mark in _NOTICES):
        for start, end in reversed(notices(text)):
            without = f"{without[:start].rstrip()} {without[end:].lstrip()}".strip()
        if not re.search(r"\w", without):
            return text
    return _without(without, _pieces(without), is_boilerplate)


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


def remove_recurring(text: str, keys: Collection[int]) -> str:
    """Remove the sentences with these keys; a text of nothing else stays."""
    unwanted = {part for key, part in sentence_keys(text) if key in keys}
    stripped = {part.strip() for part in unwanted}
    return _without(text, sentences(text), stripped.__contains__)


def auto_boilerplate_documents(documents: int) -> int:
    """In how many documents a sentence must recur: 0.2 %, at least 5; in small corpora 30 %, 3.

    >>> auto_boilerplate_documents(10), auto_boilerplate_documents(100)
    (3, 5)
    >>> auto_boilerplate_documents(100_000)
    200
    """
    return min(max(5, math.ceil(0.002 * documents)), max(3, math.ceil(0.3 * documents)))
