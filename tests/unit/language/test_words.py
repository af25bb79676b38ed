"""Words, phrases, stop words and stems: as written, in any script."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.language.lowercase import lowercase
from topograph.language.words import (
    SNOWBALL,
    Reader,
    Stemmer,
    clauses,
    is_content,
    singular,
    stop_words,
)

ENGLISH = stop_words("en")
READER = Reader("en")
WORDS = st.lists(
    st.sampled_from(
        ["graph", "meta-learning", "gpt-4o", "of", "the", "3d", "k", "42", "diffusion"]
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Meta-learning of LLMs", [["meta-learning", "of", "LLMs"]]),
        ("GPT-4o and 3D models, ResNet50", [["GPT-4o", "and", "3D", "models"], ["ResNet50"]]),
        ("C++ is the model's language", [["C++", "is", "the", "model", "language"]]),
        ("top-1 of 9.5 points", [["top-1", "of", "9.5", "points"]]),
        ("snake_case", [["snake", "case"]]),
        (
            "In it, Bayesian nets (Markov ones). Deep: Fields",
            [["in", "it"], ["Bayesian", "nets"], ["Markov", "ones"], ["deep"], ["fields"]],
        ),
        ("", []),
        ("... --- !!!", []),
        # any script
        ("Диффузионные модели", [["диффузионные", "модели"]]),
        ("深度学习,模型", [["深度学习"], ["模型"]]),
        ("نموذج لغوي", [["نموذج", "لغوي"]]),
        ("Größe der Straße", [["größe", "der", "Straße"]]),
        ("हिन्दी भाषा", [["हिन्दी", "भाषा"]]),
        ("தமிழ் மொழி", [["தமிழ்", "மொழி"]]),
        ("เครือข่าย ประสาท", [["เครือข่าย", "ประสาท"]]),
        ("العَرَبِيَّة", [["العَرَبِيَّة"]]),
    ],
)
def test_words_are_taken_as_written(text, expected):
    assert clauses(text) == expected


@pytest.mark.parametrize(
    "mark",
    [". ", ", ", "; ", ": ", "! ", "? ", " (", ") ", " [", "] ", " “", "” ", "…", " — ", "—", " – ",
     " - ", "--", "---", " | ", "。", "、", "，", "！", "「", "\n\n! ", "\u2029", "። ", "፣ ",
     "،", "।"],
)  # fmt: skip
@given(left=WORDS, right=WORDS)
def test_no_phrase_crosses_punctuation(mark, left, right):
    found = clauses(" ".join(left) + mark + " ".join(right))
    assert found == clauses(" ".join(left)) + clauses(" ".join(right))


def test_runs_of_words_in_a_text():
    assert READER.phrase_roots("The states of charge, Graphs", 2) == {
        "the", "state", "of", "charge", "graph", "the state", "state of", "of charge",
    }  # fmt: skip


@pytest.mark.parametrize(
    "word", ["graph", "meta-learning", "gpt-4o", "3d-vision", "学", "한", "да"]
)
def test_content_words(word):
    assert is_content(word, ENGLISH)


@pytest.mark.parametrize(
    "word", ["the", "propose", "x", "3d", "42", "9.5", "e.g", "of-the", "in/on"]
)
def test_words_that_carry_no_content(word):
    assert not is_content(word, ENGLISH)


@pytest.mark.parametrize(
    "word", ["The", "Proposing", "amplifies", "quickly", "don't", "I’m", "insights", "dont"]
)
def test_english_words_that_name_no_topic(word):
    assert not READER.is_content(word)


@pytest.mark.parametrize("word", ["Assembly", "anomaly", "bill", "interest", "systems", "o'hara"])
def test_english_words_that_name_topics(word):
    assert READER.is_content(word)


def test_roots_fold_plurals_in_english_and_forms_elsewhere():
    assert READER.roots("Graph neural Networks") == "graph neural network"
    russian = Reader("ru")
    assert russian.roots("нейронные сети") == russian.roots("Нейронных сетей")
    german = Reader("de")
    assert german.root("Häuser") == german.root("Häusern")
    assert Reader("am").root("ሰላም") == "ሰላም"


def test_stop_words_of_languages():
    assert {"the", "and", "propose", "novel"} <= stop_words("en")
    assert {"und", "der", "nicht"} <= stop_words("de")
    assert {"le", "et", "dans"} <= stop_words("fr")
    assert not {"und", "graph"} & stop_words("en")


@pytest.mark.parametrize("language", ["xx", "qq"])
def test_an_unknown_language_has_no_stop_words_but_those_given(language):
    assert stop_words(language) == frozenset()
    assert stop_words(language, ["Paper"]) == {"paper"}


def test_stop_words_given_are_added_in_lower_case():
    assert stop_words("en", ["Paper", "BENCHMARK"]) >= {"paper", "benchmark"} | ENGLISH


def test_both_codes_of_norwegian_have_the_same_stop_words():
    assert stop_words("no") == stop_words("nb")
    assert "ikke" in stop_words("nb")


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("graphs", "graph"),
        ("policies", "policy"),
        ("llms", "llm"),
        ("analysis", "analysis"),
        ("consensus", "consensus"),
        ("loss", "loss"),
        ("gas", "gas"),
    ],
)
def test_singular(plural, expected):
    assert singular(plural) == expected
    assert singular(expected) == expected


def test_stems_show_that_terms_repeat_each_other():
    stem = Stemmer("en")
    assert stem("merging") == stem("merged") == stem("merges")
    assert stem("graphs") <= stem("graph-based learning")
    assert not stem("graph") & stem("diffusion")
    assert len(stem("model merging")) == 2


@pytest.mark.parametrize("language", SNOWBALL)
def test_every_language_of_the_table_has_a_stemmer(language):
    assert len(Stemmer(language)("abc")) == 1


def test_without_a_stemmer_words_stay_as_they_are():
    assert Stemmer("zh")("merging models") == {"merging", "models"}


@pytest.mark.parametrize("word", ["إلى", "الى", "إِلى", "الـى"])
def test_arabic_words_are_known_however_they_are_spelled(word):
    assert not Reader("ar").is_content(word)
    assert Reader("ar").is_content("التضخم")


def test_amharic_particles_carry_no_content():
    reader = Reader("am")
    assert [word for word in "ዳቦ እና ዱቄት ውስጥ ነው".split() if reader.is_content(word)] == ["ዳቦ", "ዱቄት"]


@pytest.mark.parametrize(
    ("one", "other"),
    [("fine-tuning", "finetuning"), ("Top-ups", "topup"), ("meta‑data", "metadata")],
)
def test_hyphens_make_no_other_word(one, other):
    assert Reader("en").root(one) == Reader("en").root(other)


def test_what_may_stand_inside_a_term():
    assert Reader("en").may_link("of")
    assert not any(map(Reader("en").may_link, ["the", "was", "to"]))
    assert Reader("de").may_link("der")  # other languages have no such list


# --- small letters


@pytest.mark.parametrize("language", ["", "tr"])
def test_a_small_letter_takes_the_place_of_one_capital(language):
    letters = "".join(map(chr, range(sys.maxunicode + 1)))
    assert len(lowercase(letters, language)) == len(letters)
    others = letters.replace("İ", "").replace("Σ", "")  # a final sigma depends on its place
    assert language or lowercase(others) == others.lower()


@pytest.mark.parametrize(
    ("language", "variants"),
    [
        ("en", ["İzmir", "İZMİR", "izmir", "Izmir"]),
        ("tr", ["İzmir", "İZMİR", "izmir"]),
        ("tr", ["Isparta", "ISPARTA", "ısparta"]),
        ("de", ["Straße", "STRASSE", "straße"]),
        ("el", ["σοφός", "Σοφός", "ΣΟΦΌΣ"]),
    ],
)
def test_spellings_in_large_and_small_letters_are_one_word(language, variants):
    reader = Reader(language)
    assert len({reader.root(word) for word in variants}) == 1


def test_a_capital_that_opens_a_sentence_becomes_the_small_letter_of_its_language():
    assert Reader("tr").clauses("İzmir ve Isparta. Ispanak")[0][0] == "izmir"
    assert Reader("tr").clauses("Ispanak")[0] == ["ıspanak"]
    assert Reader("en").clauses("İzmir")[0] == ["izmir"]
