"""Words and phrases of a text, as topic terms need them.

BERTopic's own tokenisation deletes every character that is not an English letter or digit
("meta-learning" becomes "metalearning"), and scikit-learn's n-grams join words that only
stand side by side once a stop word between them is gone. Here hyphens, digits inside names, case
and any script survive, a phrase is a run of words as written, and none crosses punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property

from topograph.language.lowercase import small
from topograph.language.segmentation import UNSPACED, Segmenter, segmenter
from topograph.language.uninformative import (
    AMHARIC,
    LEANING,
    LINKS,
    NO_ADVERBS,
    NO_STOP_WORDS,
    prose_words,
)

#: Vowel signs, accents and joiners: parts of a word, though no letters to `re`.
_MARKS = "".join(
    c for c in map(chr, range(0x300, 0x20000)) if unicodedata.category(c) in ("Mn", "Mc")
)
_LETTERS = rf"[^\W_](?:[^\W_]|[{_MARKS}\u200c\u200d])*"
#: A word, as a regular expression.
WORD = rf"{_LETTERS}(?:[-‐‑'’./+]{_LETTERS})*\+{{0,2}}"
_WORD = re.compile(WORD)
_POSSESSIVE = re.compile(r"['’]s$|['’]$")
#: Marks that end a phrase: Western ones, Chinese and Japanese, Ethiopic, Arabic and Indic.
_MARKS_ALWAYS = (
    r",;:!?()\[\]{}\"\u201c\u201d\u201e\u00ab\u00bb\u2026\u2014|\\<>=\u2029\u00b7"
    r"\u3001\u3002\u3008-\u3011\u30fb\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
    r"\u1362-\u1368\u060c\u061b\u061f\u0964\u0965"
)
_BREAK = re.compile(rf"[.–/]\s|[{_MARKS_ALWAYS}]|\.$|-{{2,}}|\s[-‐‑−]\s")
#: Those behind which the sentence goes on.
_GOES_ON = re.compile(r"[,()/\\<>=|\u3001\u060c\uff0c\u2013-]|\s")
_BETWEEN_UNSPACED = re.compile(rf"(?<={UNSPACED}) (?={UNSPACED})")
_HIRAGANA = re.compile(r"[\u3040-\u309f\u30fc]+")
_LETTER = re.compile(r"[^\W\d_]")
#: "don't", "I'm", "we've": no content, whatever stands before.
_CONTRACTION = re.compile(r"(?:n['’]t|['’](?:m|re|ve|ll|d|s))$")
#: Arabic vowel signs and the stroke that stretches a word; letters written in several ways.
_ARABIC_SIGNS = re.compile(r"[\u064b-\u0652\u0670\u0640]")
_ARABIC_LETTERS = str.maketrans("أإآٱىیک", "ااااييك")
_HYPHENS = re.compile(r"[-‐‑]")
#: Languages with a Snowball stemmer (Porter 2001, https://snowballstem.org).
SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "eu": "basque", "fi": "finnish", "fr": "french",
    "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch", "nb": "norwegian",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stop_words(language: str, extra: Iterable[str] = ()) -> frozenset[str]:
    """Stop words of a language.

    Parameters
    ----------
    language : str
        Two-letter code. English: scikit-learn's list and that of
        `topograph.language.uninformative`; Amharic: the latter's; others: the package stop-words;
        a language it does not know has none.
    extra : iterable of str
        Further words.
    """
    words = {plain(small(word, language)) for word in extra}
    if language == "en":
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return frozenset(words | (ENGLISH_STOP_WORDS - NO_STOP_WORDS) | prose_words())
    if language == "am":
        return frozenset(words | AMHARIC)
    import stop_words as lists

    language = "nb" if language == "no" else language
    code = lists.LANGUAGE_MAPPING.get(language)
    return frozenset(words.union(map(plain, lists.get_stop_words(language)) if code else ()))


def plain(word: str) -> str:
    """A word without what Arabic and Persian may write or leave out: hamza, vowel signs, dots.

    >>> plain("إلى") == plain("الى")
    True
    """
    return _ARABIC_SIGNS.sub("", word).translate(_ARABIC_LETTERS)


def clauses(text: str, segment: Segmenter | None = None, language: str = "") -> list[list[str]]:
    """The words of a text as written, cut where punctuation ends a phrase.

    A capital that only opens a sentence becomes small; abbreviations keep theirs.

    >>> clauses("Meta-learning of GPT-4o's skills, k-means and C++.")
    [['meta-learning', 'of', 'GPT-4o', 'skills'], ['k-means', 'and', 'C++']]

    Parameters
    ----------
    text : str
    segment : callable, optional
        Cuts a run of characters into words, for scripts that set no spaces between them.
    language : str, optional
        Two-letter code; tells what the small letter of a capital is.
    """
    found = []
    end, opens = 0, True
    for match in (*_BREAK.finditer(text), None):
        part = text[end : match.start()] if match else text[end:]
        words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(part)]
        if segment is not None:
            words = [piece for word in words for piece in segment(word)]
        if words:
            if opens and words[0][1:].islower():
                words[0] = small(words[0], language)
            found.append(words)
            opens = False
        if match:
            end = match.end()
            opens = opens or not _GOES_ON.match(match[0])
    return found


def is_content(word: str, stop: frozenset[str]) -> bool:
    """Whether a word can open or close a term: two letters at least, and no stop word.

    A hyphenated word counts as content if one of its parts does. Words of scripts without
    spaces and case (Chinese, say) may be short.
    """
    if word in stop or not _LETTER.search(word):
        return False
    letters = len(_LETTER.findall(word))
    if letters < 2 and not ("\u3040" <= word[0] <= "\u9fff" or "\uac00" <= word[0] <= "\ud7af"):
        return False
    parts = re.split(r"[-‐‑/.+]", word)
    return len(parts) == 1 or any(part not in stop and len(part) > 1 for part in parts)


def singular(word: str) -> str:
    """An English word in the singular, roughly: what is then equal is one word.

    >>> singular("networks"), singular("policies"), singular("analysis")
    ('network', 'policy', 'analysis')
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


class Stemmer:
    """Stems of words, to see that two terms repeat each other ("merging", "merged").

    Parameters
    ----------
    language : str
        Two-letter code; a language without a Snowball stemmer leaves words as they are.
    """

    def __init__(self, language: str) -> None:
        import snowballstemmer

        name = SNOWBALL.get(language)
        self.word = cache(snowballstemmer.stemmer(name).stemWord) if name else str
        self._language = language

    def __call__(self, term: str) -> frozenset[str]:
        """The stems of a term's words; the parts of a hyphenated word count each."""
        words = re.split(r"[ ‐‑-]", small(term, self._language))
        return frozenset(self.word(word) for word in words if word)


class Reader:
    """Reads texts of one language: their words, which of these carry content, which are variants.

    Parameters
    ----------
    language : str
        Two-letter code.
    extra : iterable of str
        Further stop words.

    Attributes
    ----------
    stem : Stemmer
    nouns_have_capitals : bool
        Whether a capital says nothing about a word but that it is a noun (German).
    spaced : bool
        Whether there are spaces between words.

    Raises
    ------
    TopographError
        If the language sets no spaces between words and its segmenter is not installed.
    """

    def __init__(self, language: str, extra: Iterable[str] = ()) -> None:
        self.stem = Stemmer(language)
        self.nouns_have_capitals = language == "de"
        self._language = language
        self._extra = frozenset(extra)
        self._segment = segmenter(language)
        self.spaced = self._segment is None
        self._english = language == "en"
        self._root = singular if self._english else self.stem.word

    @cached_property
    def stop(self) -> frozenset[str]:
        """Stop words, further ones among them; loaded when they are asked for."""
        return stop_words(self._language, self._extra)

    @cached_property
    def listed(self) -> bool:
        """Whether there is a list of stop words for the language."""
        return bool(stop_words(self._language))

    def small(self, word: str) -> str:
        """A word in small letters, as many characters as before."""
        return small(word, self._language)

    def clauses(self, text: str) -> list[list[str]]:
        """The words of a text, see `clauses`."""
        return clauses(text, self._segment, self._language)

    def is_content(self, word: str) -> bool:
        """Whether a word can open or close a term, see `is_content`.

        No English adverb or contraction can; no single Chinese or Japanese character, and no word
        in hiragana: these are particles, endings and measures.
        """
        lower = self.small(word)
        if self._english and (
            _CONTRACTION.search(lower)
            or (lower.endswith("ly") and len(lower) > 4 and lower not in NO_ADVERBS)
        ):
            return False
        if self._segment and (len(word) == 1 or _HIRAGANA.fullmatch(word)):
            return False
        return is_content(plain(lower), self.stop)

    def links(self, word: str) -> bool:
        """Whether a word without content may stand inside a term; in English few may."""
        return self.small(word) in LINKS if self._english else True

    def leans(self, sentence: str) -> bool:
        """Whether an English sentence leans on the one before it ("However, it ...")."""
        first = sentence.split(maxsplit=1)[:1]
        return self._english and bool(first) and self.small(first[0].strip(",")) in LEANING

    def root(self, word: str) -> str:
        """What is equal for variants of one word: of English ones the singular, else the stem.

        Hyphens make no difference: "fine-tuning" is "finetuning".
        """
        return self._root(_HYPHENS.sub("", self.small(word)))

    def roots(self, term: str) -> str:
        """The roots of a term's words, joined by spaces."""
        return " ".join([self.root(word) for words in self.clauses(term) for word in words])

    def join(self, words: Iterable[str]) -> str:
        """Words as one term; where the script sets no spaces, none are put in.

        >>> Reader("en").join(["graph", "theory"])
        'graph theory'
        """
        joined = " ".join(words)
        return _BETWEEN_UNSPACED.sub("", joined) if self._segment else joined

    def carries(self, text: str, longest: int) -> set[str]:
        """The roots of all runs of one to `longest` words in a text."""
        found: set[str] = set()
        for words in self.clauses(text):
            roots = [self.root(word) for word in words]
            for start in range(len(roots)):
                for end in range(start + 1, min(start + longest, len(roots)) + 1):
                    found.add(" ".join(roots[start:end]))
        return found
