"""The language of texts, told offline by py3langid (Lui and Baldwin 2012, langid.py)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

#: Characters of a text that are looked at.
LOOKED_AT = 240
#: Shorter texts, and guesses of less confidence, count as written in the corpus' language.
LEAST_CHARACTERS = 60
LEAST_CONFIDENCE = 0.9
#: For scripts without spaces, which say more in fewer characters.
DENSE_CONFIDENCE = 0.5


#: Four of these words at a text's beginning, two of them of no other language, are English,
#: without a closer look.
_ENGLISH_ONLY = frozenset("the and with this that which from these".split())
_ENGLISH = _ENGLISH_ONLY | frozenset(
    "of is are for we by as in to be have on an it not can".split()
)


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def guess(text: str) -> tuple[str, bool]:
    """The likeliest language of a text, as its code, and whether that can be relied upon."""
    dense = not text.isascii() and sum(c > "\u2e7f" for c in text[:LOOKED_AT]) > 10
    words = set(text[: 2 * LOOKED_AT].lower().split())
    if len(_ENGLISH_ONLY & words) >= 2 and len(_ENGLISH & words) >= 4:
        return "en", True
    code, confidence = _identifier().classify(text[:LOOKED_AT])
    enough = dense or len(text) >= LEAST_CHARACTERS
    sure = enough and confidence >= (DENSE_CONFIDENCE if dense else LEAST_CONFIDENCE)
    return str(code), bool(sure)


def corpus_language(guesses: Iterable[tuple[str, bool]]) -> str:
    """The language of most documents that can be relied upon, else of most; `en` for none.

    >>> corpus_language([("de", True), ("en", False), ("en", False)]), corpus_language([])
    ('de', 'en')
    """
    everything = list(guesses)
    sure = Counter(code for code, reliable in everything if reliable)
    counted = sure or Counter(code for code, _ in everything)
    return min(counted, key=lambda code: (-counted[code], code)) if counted else "en"


def settle(guesses: Sequence[tuple[str, bool]], corpus: str) -> list[str]:
    """Each document's language: the guess where it can be relied upon, else the corpus'."""
    return [code if sure else corpus for code, sure in guesses]
