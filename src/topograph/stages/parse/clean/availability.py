"""Sentences that only state the availability of a study's own code and data.

They are recognised word by word: what is available stands first, then that it is, then where. A
sentence on the code, data or licences of others says more than that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from topograph.stages.parse.clean.links import URL, may_hold_link

#: Such a sentence has at most so many words.
LONGEST = 30
#: Stands where a URL stood.
_LINK = "\ufdd0"
_WORD = re.compile(rf"{_LINK}|[^\W_](?:[\w'’-]*[^\W_])?|;")
#: What is available.
_THINGS = frozenset(
    """
    code codes codebase codebases implementation implementations source software package packages
    toolkit library repository repo data dataset datasets benchmark benchmarks corpus corpora model
    models weights checkpoint checkpoints script scripts demo demos demonstration demonstrations
    project website webpage page site video videos material materials appendix resource resources
    artifact artifacts results framework generations platform homepage leaderboard examples samples
    github prompts visualization visualizations visualisation visualisations notebook notebooks
    environment
    """.split()
)
#: What a study makes available without saying where.
_OWN = frozenset(
    """
    code codes codebase codebases implementation implementations dataset datasets software page data
    model models weights checkpoints scripts benchmark benchmarks demo demos base
    """.split()
)
_BE = frozenset("is are was were be been become remain".split())
_DETERMINERS = frozenset("our the this these all both each its".split())
_FOUND = frozenset(
    """
    available release released releases find found accessed accessible open-sourced opensourced
    open-source hosted downloaded published provided provide shared viewed seen obtained located
    deposited maintained archived online visited public explored reproduced sourced source
    """.split()
)
_PLACED = frozenset("at on in here publicly freely now also online available".split())
_WHOSE = frozenset("we use used uses using from by".split())
_GIVES = re.compile(
    r"(?:releas|provid|open-?sourc|publish|shar(?:e|ing)|mak(?:e|ing)|made|host|maintain|offer|upload"
    r"|deposit)\w*|present|open|plan"
)
_SEE = frozenset("see visit refer check find access explore watch".split())
_ASKS = frozenset("please for welcome you".split())
_MORE = frozenset("details detail information supplement supplementary tutorial tutorials".split())
#: Words of labels before a URL: `Project page:`, `Code and data are available at`.
_LABELS = (
    _THINGS
    | _FOUND
    | frozenset(
        """
        our ours all the this and full fully live open associated more supplementary supplemental
        additional interactive complete anonymous anonymized official training inference evaluation
        pre trained pretrained pre-trained related reproducible detailed further pytorch jax python
        usage paper collection link links to url urls at on in here availability is are will be can
        publicly freely now also via for of following with from see watch visit please check out
        details information qualitative hugging face huggingface arxiv youtube under documentation
        download experiment experiments experimental
        """.split()
    )
)
#: A label has at most so many other words, and so many words stand behind its URL.
_OTHER_WORDS, _TRAILING = 2, 4
#: Nobody speaks of the authors' own code in this way.
_ANOTHERS = re.compile(r"\?|\b(?:I|my|me|your)\b")
_NOT_OURS = frozenset(
    "not only few most many often rarely percent articles papers studies whether if than some "
    "no".split()
)
#: Authors who speak of their own work in the sentence itself.
_OURS = frozenset("our ours we us".split())
#: What is offered again and again is announced by those who maintain it.
_AGAIN = frozenset("daily nightly weekly monthly".split())
#: A sentence without such words has at most so many words before the link that say something else.
MOST_CONTENT = 2
#: Where, how and for what it is available.
_TAIL = frozenset(
    """
    also publicly freely openly online here all both now soon later anonymously fully at on in via
    from through under the our this an a its their for of and as with by us public community access
    use download downloading reproducibility reproduction free further future purposes purpose study
    investigations investigation exploitation exploration analysis development reference paper
    author
    authors corresponding open-source source open software python anonymous following project see
    research researchers accompanying creative commons licence license licenses licences permissive
    mit apache github gitlab zenodo figshare bitbucket osf dryad mendeley kaggle pypi cran conda
    bioconductor hugging face huggingface repository repositories link url address website page site
    web supplement supplementary supplemental appendix package material materials footnote comments
    upon request reasonable sourced
    """.split()
)
_AIM = re.compile(
    r"(?:support|facilitat|encourag|foster|ensur|accelerat|benefit|advanc|stimulat|enabl|promot|allow"
    r"|aid|help|further|propel|spur|inspire|guarantee|the|catalyze|build)\w*"
)
_LATER = frozenset("upon on after once when following before with".split())
_EVENT = re.compile(r"(?:accept|accpet|publi|review|request|submission|revision)\w*")
#: "We release our code and data to facilitate future research."
_RELEASE = re.compile(
    r"\W*(?:we|to [\w ]{3,60}, we)(?: will| also| publicly| further| fully)*"
    r" (?:release|open-source)(?: all| both)?(?: of)?(?: our| the)?(?: source| training)? codes?\b"
    r"[^.:]*\.?\W*",
    re.IGNORECASE,
)


def states_availability(sentence: str, *, own: bool = True) -> bool:
    """Whether a sentence states where a study's code or data are.

    Parameters
    ----------
    sentence : str
    own : bool
        Whether it stands in a text whose authors speak of their own work; in any other only a URL
        with its label is boilerplate.

    >>> states_availability("Our code is available at https://a.org/b.")
    True
    >>> states_availability("Code helps.")
    False
    >>> states_availability("Data are available in 40% of the articles.")
    False
    """
    if sentence.count(" ") >= LONGEST:
        return False
    place = URL.sub(_in_place, sentence) if may_hold_link(sentence) else sentence
    if _ANOTHERS.search(place):
        return False
    words = [word.lower() for word in _WORD.findall(place)]
    if len(words) > 2 * LONGEST or not _AGAIN.isdisjoint(words):
        return False
    if _LINK in words:
        return _is_label(words) or (own and _says_where(words))
    if not own:
        return False
    return bool(_RELEASE.fullmatch(sentence)) or ("%" not in sentence and _says_that(words))


def _in_place(match: re.Match[str]) -> str:
    return f" {_LINK} " + match[0][len(match[0].rstrip(".,;:!?)]}'\"*_")) :]


def _is_label(words: Sequence[str]) -> bool:
    """Whether a sentence is a URL and a label of it."""
    last = len(words) - 1 - words[::-1].index(_LINK)
    before = [word for word in words[:last] if word not in (_LINK, ";")]
    others = sum(word not in _LABELS for word in before)
    behind = len(words) - 1 - last
    if not before:
        return behind == 0
    return before[0] in _LABELS and others <= _OTHER_WORDS and behind <= _TRAILING


def _is_content(word: str) -> bool:
    return word not in _LABELS and word not in _TAIL and word not in _BE and word != "made"


def _says_where(words: Sequence[str]) -> bool:
    """Whether it says that something is at a URL, or that the authors give it there."""
    link = words.index(_LINK)
    if ";" in words[:link]:
        return False
    if _OURS.isdisjoint(words) and sum(map(_is_content, words[:link])) > MOST_CONTENT:
        return False  # it says what it is that others, or a program's makers, offer
    subject = _subject(words)
    if 0 <= subject < link:
        be = _next(words, _BE, subject)
        found = _next(words, _FOUND, be) if be >= 0 else -1
        last = len(words) - 1 - words[::-1].index(_LINK)
        if be >= 0 and 0 <= found < last + 12 and (found < last or be > link):
            return True
        if 0 <= be < link and all(word in _PLACED for word in words[be + 1 : link]):
            return True
    if "we" in words[:13]:
        given = [word for word in words[words.index("we") + 1 :][:5] if not word.endswith("ly")]
        thing = _next(words, _THINGS, words.index("we"))
        if any(_GIVES.fullmatch(word) for word in given) and 0 <= thing < link <= thing + 16:
            return True
    asks = words[0] in _SEE or words[0] in _ASKS
    seen = _next(words, _SEE, -1)
    return asks and 0 <= seen < link and any(word in _THINGS or word in _MORE for word in words)


def _says_that(words: Sequence[str]) -> bool:
    """Whether it says that the authors' own code or data are available, and when or for what."""
    if not _NOT_OURS.isdisjoint(words):
        return False
    thing = _next(words, _OWN, -1)
    be = _next(words, _BE, thing)
    if not 0 <= thing < 7 or not thing < be <= thing + 10:
        return False
    between = words[thing + 1 : be]
    if any(
        words[at : at + 2] == ["code", "of"] and words[at + 2] not in _DETERMINERS
        for at in range(thing, be - 1)
    ):
        return False  # a code of conduct
    if any(word[0].isdigit() for word in between):
        return False
    place = be + 1
    while place < len(words) and words[place] in ("made", "being", "been", *_TAIL):
        if words[place] in _FOUND and words[place] != "source":
            break
        place += 1
    found = words[place : place + 1]
    said = bool(found) and found[0] in _FOUND
    opened = words[be + 1 : be + 3] in (["open", "source"], ["open-source"], ["open", "sourced"])
    if not (said or opened):
        return False
    return _is_tail(words[(be + 3 if opened and not said else place + 1) :])


def _is_tail(words: Sequence[str]) -> bool:
    """Whether words say where, how, when or for what something is available."""
    for place, word in enumerate(words):
        rest = words[place + 1 :]
        if word == "to" and any(_AIM.fullmatch(own) for own in rest[:2]) and len(rest) < 18:
            return True
        if word in _LATER and any(_EVENT.fullmatch(own) for own in rest[:7]) and len(rest) < 12:
            return True
        if word not in _TAIL and word not in _FOUND and word != "to":
            return False
    return True


def _subject(words: Sequence[str]) -> int:
    """The position of the thing that the sentence is about; -1 if it is about something else."""
    for place, word in enumerate(words[:10]):
        if word in _THINGS:
            return place
        if word in _WHOSE:
            return -1
    return -1


def _next(words: Sequence[str], wanted: frozenset[str], behind: int) -> int:
    return next((at for at in range(behind + 1, len(words)) if words[at] in wanted), -1)
