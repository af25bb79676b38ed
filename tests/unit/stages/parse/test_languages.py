"""Languages: by script and words, by all texts together, whatever their order and length."""

# ruff: noqa: E501

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.core.wording import with_shares
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.languages import (
    code_of,
    corpus_shares,
    evidence,
    set_shares,
    settle,
)
from topograph.stages.parse.reading import Candidate
from topograph.stages.parse.scripts import scripts

GERMAN = [
    f"{who} war {how} {what}"
    for who in ("Das Personal", "Der Service", "Unser Zimmer", "Das Essen", "Die Lage")
    for how in ("leider sehr", "wirklich", "viel zu", "nicht", "immer")
    for what in ("laut", "gut", "klein", "teuer", "sauber im Bad")
]
ENGLISH = [
    f"{who} was {how} {what}"
    for who in ("the staff", "our room", "breakfast", "check in", "a second blanket")
    for how in ("very", "rather", "not", "always", "far too")
    for what in ("loud", "good", "small", "slow on Sunday", "expensive")
]
CHINESE = ["工作人员非常热情友好", "早餐种类不多价格偏高", "房间太小而且隔音很差"]


def languages(texts, shares=None):
    found = evidence(texts)
    return settle(found, corpus_shares(found) if shares is None else shares)


def first(text):
    found = evidence([text])[0]
    return code_of(int(found[0])), int(found[5])


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("We study how topics change over time in large collections of the texts we have.", "en"),
        ("Wir untersuchen, wie sich Themen in großen Textsammlungen im Lauf der Zeit ändern.", "de"),
        ("Cet article présente une nouvelle méthode pour l'analyse de grands corpus de textes.", "fr"),
        ("Este trabajo presenta un nuevo método para el análisis de grandes colecciones.", "es"),
        ("Мы изучаем, как меняются темы больших собраний текстов с течением времени.", "ru"),
        ("Ми вивчаємо, як змінюються теми великих зібрань текстів із плином часу.", "uk"),
        ("深度学习模型在图像识别任务中取得了显著的成果,本文提出一种新的方法。", "zh"),
    ],
)  # fmt: skip
def test_prose_tells_its_language_by_itself(text, language):
    code, weight = first(text)
    assert code == language
    assert weight > 900


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ดีมาก", "th"), ("ດີຫຼາຍ", "lo"), ("ល្អណាស់", "km"), ("အရမ်းကောင်းတယ်", "my"),
        ("πολύ καλό", "el"), ("טוב מאוד", "he"), ("ძალიან კარგი", "ka"), ("շատ լավ", "hy"),
        ("아주 좋아요", "ko"), ("とても良い", "ja"), ("パン", "ja"), ("很好很干净的房间没有问题我喜欢", "zh"),
        ("மிகவும் நல்லது", "ta"), ("చాలా బాగుంది", "te"), ("ಚೆನ್ನಾಗಿದೆ", "kn"), ("നല്ലത്", "ml"),
        ("ખૂબ સરસ", "gu"), ("ਬਹੁਤ ਵਧੀਆ", "pa"), ("ඉතා හොඳයි", "si"), ("ሊጥ እና ዱቄት", "am"),
    ],
)  # fmt: skip
def test_a_script_of_one_language_tells_it_in_few_characters(text, language):
    assert first(text) == (language, 1000)


@pytest.mark.parametrize(
    ("text", "among"),
    [
        ("очень хорошо", "ru uk bg sr mk be ba kk ky mn tg tt uz"),
        ("جيد جدا", "ar fa ur ps ug ku sd"),
        ("बहुत अच्छा", "hi mr ne sa gom"),
        ("খুব ভালো", "bn as"),
    ],
)
def test_a_script_of_several_languages_leaves_no_others(text, among):
    found = evidence([text])[0]
    codes = {code_of(int(number)) for number in found[:5] if number}
    assert codes
    assert codes <= set(among.split())


def test_formulas_and_names_in_another_script_do_not_tell_a_text():
    text = "We bound α and β for the estimator of Σ, and show that this holds with 北京 data."
    assert first(text) == ("en", 1000)
    assert scripts("α = β") == {"Grek": 1.0}
    assert first("使用GPT-4模型训练Transformer网络")[0] == "zh"


@pytest.mark.parametrize("text", ["", "😀 😡", "42", "!!!", "12.5 %"])
def test_a_text_without_letters_says_nothing_and_counts_as_the_others(text):
    assert not evidence([text]).any()
    assert languages([*GERMAN, text])[-1] == "de"
    assert corpus_shares(evidence([text])) == {}
    assert languages([text]) == ["en"]


def test_a_few_answers_in_another_language_decide_nothing():
    shares = corpus_shares(evidence([*ENGLISH, *CHINESE]))
    assert next(iter(shares)) == "en"
    assert languages([*ENGLISH, *CHINESE]) == ["en"] * len(ENGLISH) + ["zh"] * 3


def test_one_long_sentence_among_short_answers_decides_nothing():
    english = "We had a wonderful stay and would come back to this lovely place with the children."
    assert next(iter(corpus_shares(evidence([*GERMAN, english])))) == "de"
    assert languages([*GERMAN, english]) == ["de"] * len(GERMAN) + ["en"]


def test_all_others_decide_what_a_short_answer_leaves_open():
    assert first("too loud")[0] != "en"
    assert languages([*ENGLISH, "too loud", "no", "Top!"])[-3:] == ["en"] * 3
    assert languages([*GERMAN, "zu laut", "so", "Top!"])[-3:] == ["de"] * 3
    japanese = [
        "とても良いホテルでした。",
        "朝食が美味しかったです。",
        "部屋が広くて綺麗でした。",
    ] * 5
    assert languages([*japanese, "東京大学"])[-1] == "ja"
    assert languages(["東京大学"]) == ["zh"]


def test_halves_of_two_languages_are_distinguished():
    found = languages([*GERMAN, *ENGLISH])
    right = ["de"] * len(GERMAN) + ["en"] * len(ENGLISH)
    assert sum(a == b for a, b in zip(found, right, strict=True)) >= 0.98 * len(right)


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_the_order_of_texts_changes_nothing(rng):
    texts = [*GERMAN[:40], *ENGLISH[:20], *CHINESE, "", "Top!"]
    shares = corpus_shares(evidence(texts))
    shuffled = list(texts)
    rng.shuffle(shuffled)
    assert corpus_shares(evidence(shuffled)) == shares
    assert sum(shares.values()) == pytest.approx(1)


def test_a_text_says_the_same_in_any_company():
    texts = random.Random(1).sample([*GERMAN, *ENGLISH, *CHINESE], 60)
    together = evidence(texts)
    assert np.array_equal(together, np.vstack([evidence([text]) for text in texts]))


def test_a_language_that_is_set_is_that_of_what_is_left_open():
    found = evidence(["Top!", "zu laut", "We have seen that this is the best of the hotels."])
    assert settle(found, set_shares("de")) == ["de", "de", "en"]


def test_shares_of_several_languages_are_noted():
    texts = [*GERMAN[:60], *ENGLISH[:30]]
    found = [Candidate("a.csv", place, text) for place, text in enumerate(texts)]
    settings = {"min_words": 1, "duplicates": "keep"}
    parsed = make_documents([found], ParseSettings(**settings))
    assert parsed.language == "de"
    assert any("60 de (66.7 %), 30 en (33.3 %)" in note for note in parsed.notes)
    alone = make_documents([found[:60]], ParseSettings(**settings))
    assert not any("several languages" in note for note in alone.notes)
    dropped = make_documents([found], ParseSettings(**settings, other_languages="drop"))
    assert set(dropped.documents["language"]) == {"de"}
    assert not any("several languages" in note for note in dropped.notes)


def test_many_languages_are_summed_up_for_people():
    counts = {code: 10 - place for place, code in enumerate("en de fr es it pl".split())}
    assert with_shares(counts).startswith("10 en (22.2 %), 9 de")
    assert with_shares(counts).endswith("6 it (13.3 %), 5 others")
