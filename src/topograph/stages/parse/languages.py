"""The languages of texts and of a corpus: by script, py3langid, and the other texts.

A text on its own gives evidence: probabilities of languages. All texts together show in which
shares the corpus is written (`corpus_shares`), and these shares decide what a text's evidence
leaves open (`settle`). "too loud" alone may be Somali; among English answers it is English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from topograph.stages.parse.scripts import LANGUAGES, ONE_LANGUAGE, scripts

if TYPE_CHECKING:
    import numpy as np
    from py3langid.langid import LanguageIdentifier

#: Characters of a text that py3langid looks at, and those in which scripts and words are counted.
LOOKED_AT = 160
BEGINNING = 480
#: Languages kept of each text, and the unit of their probabilities.
KEPT = 5
UNIT = 1000
#: A guess of less chance is left out.
SEEN = 0.001
#: Fewer Han characters may be a Japanese text without kana; the chance that they are.
SHORT_HAN = 15
JAPANESE_HAN = 100

#: A text is English without a closer look if these are a sixth of its words, two of them of no
#: other language.
_ENGLISH_ONLY = frozenset(
    "the and with this that which from these our their its between while where through how been"
    .split()
)  # fmt: skip
_ENGLISH = _ENGLISH_ONLY | frozenset(
    "of is are for we by as in to be have on an it not can such than were also each both or at "
    "has more".split()
)
#: Labels of py3langid that count as another: dialects, and languages that share its words.
_SAME = {
    "ary": "ar", "arz": "ar", "gug": "gn", "kik": "ki", "nb": "no", "sdh": "ku", "uzs": "uz",
    "wuu": "zh", "yue": "zh", "fuv": "ff",
}  # fmt: skip
#: Languages that most is written in, English aside; see `_common`.
_MOST_WRITTEN = frozenset("ar cs de es fa fr id it ja ko nl pl pt ru sv tr uk vi zh".split())
#: What is known before any text is seen (`_common`) counts for so many documents.
PRIOR_DOCUMENTS = 1.0
ROUNDS = 30
#: Languages that the probability left over is spread over, and the least that is left.
LABELS = 140
LEAST = 1e-4
#: Share of the language that is set, and of one that the shares do not name.
SET_SHARE = 0.9
_LEAST_SHARE = 1e-3


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def evidence(texts: Sequence[str]) -> np.ndarray:
    """The evidence of each single text on its language.

    Returns
    -------
    ndarray of int16, shape (n, 10)
        The five likeliest languages as numbers (`code_of`, 0 for none), then their
        probabilities in thousandths. What is missing to 1000 is spread over all others.
    """
    import numpy as np

    rows = np.zeros((len(texts), 2 * KEPT), dtype=np.int16)
    for row, text in zip(rows, texts, strict=True):
        for place, (code, weight) in enumerate(_likeliest(text)):
            row[place] = _number(code)
            row[KEPT + place] = weight
    return rows


def _likeliest(text: str) -> list[tuple[str, int]]:
    words = text[:BEGINNING].lower().split()
    english = [word for word in words if word in _ENGLISH]
    own = len(_ENGLISH_ONLY.intersection(english))
    if (6 * len(english) >= len(words) and own >= 2) or (
        8 * len(english) >= len(words) and own > 3
    ):
        return [("en", UNIT)]
    found: dict[str, float] = {}
    for script, share in scripts(text[:BEGINNING]).items():
        for code, chance in _of_script(text, script).items():
            found[code] = found.get(code, 0.0) + share * chance
    best = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:KEPT]
    return [(code, weight) for code, chance in best if (weight := round(UNIT * chance))]


def _of_script(text: str, script: str) -> dict[str, float]:
    """Chances of the languages of one script."""
    if script == "Hani":
        return _of_han(text)
    if script in ONE_LANGUAGE:
        return {ONE_LANGUAGE[script]: 1.0}
    return _guess(_excerpt(text), script)


def _excerpt(text: str) -> str:
    """A part after the beginning, which may be a title in another language."""
    start = min(len(text) // 4, max(len(text) - LOOKED_AT, 0))
    return text[start : start + LOOKED_AT]


def _of_han(text: str) -> dict[str, float]:
    """Chinese, unless kana stand between; a few characters may be Japanese without them."""
    found = scripts(re.sub(r"[A-Za-z]", "", text[:BEGINNING]))
    if "Kana" in found:
        return {"ja": 1.0}
    japanese = JAPANESE_HAN / UNIT if len(text) < SHORT_HAN else 0.0
    return {"zh": 1.0 - japanese, "ja": japanese}


def _guess(text: str, script: str) -> dict[str, float]:
    """The best guesses of py3langid among the languages of a script; empty if it has none."""
    found: dict[str, float] = {}
    for label, chance in _identifier().rank(text):
        code = _SAME.get(label, label)
        if not _is_written(code, script):
            continue
        if chance < SEEN and (len(found) >= KEPT or not found):
            break
        found[code] = found.get(code, 0.0) + chance
    return found


@cache
def _is_written(code: str, script: str) -> bool:
    if script in LANGUAGES:
        return code in LANGUAGES[script]
    elsewhere = {*ONE_LANGUAGE.values(), "zh"}.union(*LANGUAGES.values()) - {"ff", "ku", "sr", "uz"}
    return code not in elsewhere


def _number(code: str) -> int:
    """A code of two or three letters as a number.

    >>> [code_of(_number(code)) for code in ("en", "nso")]
    ['en', 'nso']
    """
    number = 0
    for letter in code:
        number = 27 * number + ord(letter) - 96
    return number


def code_of(number: int) -> str:
    """The code of a language from its number in `evidence`."""
    code = ""
    while number:
        number, letter = divmod(number, 27)
        code = chr(96 + letter) + code
    return code


def corpus_shares(found: np.ndarray) -> dict[str, float]:
    """The shares of languages in a corpus, from all its texts.

    The shares are those under which the evidence is likeliest (expectation maximisation over
    the weights of a mixture; Dempster, Laird and Rubin 1977), with a little weight on languages
    that are common. They do not depend on the order of texts.

    Parameters
    ----------
    found : ndarray of int16, shape (n, 10)
        See `evidence`.

    Returns
    -------
    dict
        Share of each language that has any, the largest first; they sum to 1.
    """
    import numpy as np

    unique, counts = np.unique(found.reshape(-1, 2 * KEPT), axis=0, return_counts=True)
    numbers, places = np.unique(unique[:, :KEPT], return_inverse=True)
    places = places.reshape(-1, KEPT)
    codes = [code_of(int(number)) for number in numbers]
    before = np.array([_common(code) for code in codes])
    if not before.any():
        return {}
    before = before / before.sum()
    likely, rest = _likelihoods(unique)
    shares = before
    for _ in range(ROUNDS):
        weighted = shares[places] * likely
        spread = counts / ((weighted - shares[places] * rest).sum(axis=1) + rest[:, 0])
        named = np.bincount(
            places.ravel(),
            ((weighted - shares[places] * rest) * spread[:, None]).ravel(),
            len(codes),
        )
        shares = named + shares * (spread * rest[:, 0]).sum() + PRIOR_DOCUMENTS * before
        shares = shares * (before > 0) / (shares * (before > 0)).sum()
    order = sorted(range(len(codes)), key=lambda place: (-shares[place], codes[place]))
    return {codes[place]: float(shares[place]) for place in order if before[place]}


def _likelihoods(found: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Those of the languages kept, and of each other one, shapes (n, 5) and (n, 1)."""
    import numpy as np

    likely = found[:, KEPT:].astype(np.float64) / UNIT
    rest = np.maximum(1 - likely.sum(axis=1, keepdims=True), LEAST) / LABELS
    return np.maximum(likely, rest), rest


def _common(code: str) -> float:
    """The prior probability of a corpus' language, by orders of magnitude."""
    if code == "en":
        return 100.0
    return 10.0 if code in _MOST_WRITTEN else {0: 0.0, 2: 1.0}.get(len(code), 0.1)


def set_shares(code: str) -> dict[str, float]:
    """The shares in a corpus whose language is configured; they do not depend on its texts."""
    return {code: SET_SHARE}


def settle(found: np.ndarray, shares: Mapping[str, float]) -> list[str]:
    """Each text's language: its own evidence, weighed by the shares of the corpus (Bayes).

    Parameters
    ----------
    found : ndarray of int16, shape (n, 10)
        See `evidence`.
    shares : mapping
        Share of each language in the corpus. A language that it lacks has a small one.

    Returns
    -------
    list of str
        Codes; the corpus' most frequent language where a text says nothing.
    """
    import numpy as np

    main = max(shares, key=lambda code: (shares[code], code), default="en")
    unique, inverse = np.unique(found.reshape(-1, 2 * KEPT), axis=0, return_inverse=True)
    likely, rest = _likelihoods(unique)
    codes = [[code_of(int(number)) for number in row[:KEPT]] for row in unique]
    chosen = []
    for own, chances, other in zip(codes, likely.tolist(), rest[:, 0].tolist(), strict=True):
        scored = [
            (chance * max(shares.get(code, 0.0), _LEAST_SHARE), code)
            for code, chance in zip(own, chances, strict=True)
            if code
        ]
        scored += [] if main in own else [(other * shares.get(main, 1.0), main)]
        chosen.append(max(scored)[1])
    return [chosen[place] for place in inverse.reshape(-1).tolist()]
