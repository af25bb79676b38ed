"""Corpora in other languages yield real words: two topics each, one of baking, one of the sky."""

import numpy as np
import pytest

from topograph.config import LabelSettings
from topograph.errors import TopographError
from topograph.language import segmentation
from topograph.language.words import Reader, clauses
from topograph.stages.label.labelling import label
from topograph.stages.label.terms import TermCandidate, fold_repeats

GERMAN = (
    "Der Teig muss lange gehen, bevor das Brot in den heißen Ofen kommt.",
    "Für gutes Brot braucht der Bäcker einen Teig aus Mehl, Hefe und Wasser.",
    "Die Hefe lässt den Teig der Brote gehen, wenn das Mehl warm ist.",
    "Aus dem Ofen kommen Brote mit einer Kruste aus Mehl.",
    "Das Teleskop zeigt eine ferne Galaxie und ihre Sterne.",
    "In der Galaxie entstehen Sterne, wie die Teleskope zeigen.",
    "Ein Stern der Galaxie wurde mit dem Teleskop beobachtet.",
    "Die Sterne am Himmel gehören zu unserer Galaxie.",
)
RUSSIAN = (
    "Тесто для хлеба должно подойти, прежде чем хлеб ставят в печь.",
    "Пекарь замесил тесто из муки, и хлеб вышел из печи румяным.",
    "Из муки и воды делают тесто, а из теста пекут хлеб.",
    "В горячей печи хлеб с тонкой коркой, мука была свежей.",
    "Телескоп показал далёкую галактику и её звёзды.",
    "В галактике рождаются звёзды, это видно в телескоп.",
    "Звезда в соседней галактике наблюдалась телескопом.",
    "Звёзды на небе принадлежат нашей галактике.",
)
AMHARIC = (
    "ዳቦ ለመጋገር ሊጥ እና ዱቄት ያስፈልጋል።",
    "ጋጋሪው ሊጥ አቦካ፣ ዳቦ ጋገረ።",
    "ዱቄት እና ውሃ ሊጥ ይሆናሉ፤ ዳቦ ከዱቄት ይሠራል።",
    "ትኩስ ዳቦ ከዱቄት ነው።",
    "ቴሌስኮፕ ሩቅ ጋላክሲ እና ኮከብ አሳየ።",
    "ኮከብ በጋላክሲ ውስጥ ይወለዳል፣ ቴሌስኮፕ ያያል።",
    "ጋላክሲ ብዙ ኮከብ አለው።",
    "በቴሌስኮፕ ጋላክሲ እና ኮከብ ታየ።",
)
CHINESE = (
    "面包师用面粉和酵母做面团,然后放进烤箱烤面包。",
    "面团发酵以后,面包在烤箱里烤熟。",
    "好的面粉和酵母让面包更香。",
    "酵母使面团变大,烤箱要预热。",
    "望远镜拍到了遥远星系中的恒星。",
    "恒星在星系中诞生,望远镜可以观测到。",
    "天文学家用望远镜研究星系。",
    "星系里有很多恒星。",
)
JAPANESE = (
    "パン屋は小麦粉と酵母で生地を作り、オーブンでパンを焼く。",
    "生地が発酵したら、パンをオーブンに入れる。",
    "良い小麦粉と酵母はパンを美味しくする。",
    "酵母は生地を膨らませ、オーブンは予熱する。",
    "望遠鏡は遠い銀河の恒星を撮影した。",
    "恒星は銀河の中で生まれ、望遠鏡で観測できる。",
    "天文学者は望遠鏡で銀河を研究している。",
    "銀河には多くの恒星がある。",
)
CORPORA = [
    pytest.param("de", GERMAN, {"Brot", "Brote", "Teig", "Ofen", "Mehl", "Hefe"},
                 {"Galaxie", "Sterne", "Teleskop"}, id="German"),
    pytest.param("ru", RUSSIAN, {"хлеб", "тесто", "печи", "печь", "муки", "мука"},
                 {"галактике", "звёзды", "телескоп"}, id="Russian"),
    pytest.param("am", AMHARIC, {"ዳቦ", "ሊጥ", "ዱቄት", "ከዱቄት"},
                 {"ጋላክሲ", "ኮከብ", "ቴሌስኮፕ"}, id="Amharic"),
    pytest.param("zh", CHINESE, {"面包", "面团", "面粉", "酵母", "烤箱"},
                 {"望远镜", "星系", "恒星"}, id="Chinese"),
    pytest.param("ja", JAPANESE, {"パン", "生地", "小麦粉", "小麦", "酵母", "オーブン"},
                 {"望遠鏡", "望遠", "銀河", "恒星"}, id="Japanese"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "texts", "baking", "sky"), CORPORA)
def test_terms_are_words_of_the_language(language, texts, baking, sky):
    if language in segmentation.SEGMENTERS:
        module, extra = segmentation.SEGMENTERS[language]
        pytest.importorskip(module, reason=f"the extra `{extra}` is not installed")
    topics = np.repeat([0, 1], 4)
    vectors = np.repeat(np.eye(2, dtype=np.float32), 4, axis=0)
    result = label(texts, vectors, topics, LabelSettings(phrase_words=1), language, None)
    for own, expected in zip(result.chosen, (baking, sky), strict=True):
        best = [term for term, _ in own.terms[:3]]
        assert len(best) == 3
        assert set(best) <= expected


def test_chinese_phrases_are_written_without_spaces():
    pytest.importorskip("rjieba", reason="the extra `chinese` is not installed")
    texts = ["深度学习模型很大。", "深度学习模型很快。", "海洋生物多样。", "海洋生物很多。"]
    vectors = np.repeat(np.eye(2, dtype=np.float32), 2, axis=0)
    result = label(texts, vectors, np.array([0, 0, 1, 1]), LabelSettings(), "zh", None)
    assert result.names.final[1] == "海洋生物"
    assert all(" " not in term for own in result.chosen for term, _ in own.terms)


def test_words_of_other_scripts_within_chinese_stay_whole():
    pytest.importorskip("rjieba", reason="the extra `chinese` is not installed")
    words = [word for clause in Reader("zh").clauses("使用GPT-4模型。") for word in clause]
    assert words == ["使用", "GPT-4", "模型"]


def test_a_segmenter_cuts_only_runs_of_its_script(monkeypatch):
    monkeypatch.setattr(segmentation, "find_spec", lambda module: True)
    monkeypatch.setattr(segmentation, "_chinese", lambda: lambda run: [run[:1], run[1:]])
    cut = segmentation.segmenter("zh")
    assert clauses("GPT模型 deep", cut) == [["GPT", "模", "型", "deep"]]


@pytest.mark.parametrize("language", segmentation.SEGMENTERS)
def test_without_its_segmenter_a_language_is_refused_with_what_to_install(monkeypatch, language):
    monkeypatch.setattr(segmentation, "find_spec", lambda module: None)
    with pytest.raises(TopographError) as refused:
        Reader(language)
    assert f"uv sync --extra {segmentation.SEGMENTERS[language][1]}" in refused.value.fix


def test_of_two_chinese_words_one_in_the_other_one_is_enough():
    pytest.importorskip("rjieba", reason="the extra `chinese` is not installed")
    candidates = [
        TermCandidate("银行", 3.0, 9),
        TermCandidate("中央银行", 2.0, 3),
        TermCandidate("客户", 1.0, 2),
    ]
    assert [term for term, _ in fold_repeats(candidates, Reader("zh"), 5)] == ["银行", "客户"]


def test_no_piece_of_a_japanese_compound_stands_alone():
    pytest.importorskip("sudachipy", reason="the extra `japanese` is not installed")
    candidates = [
        TermCandidate("銀行", 3.0, 9),
        TermCandidate("中央", 2.0, 3),
        TermCandidate("中央銀行", 1.0, 3),
    ]
    assert [term for term, _ in fold_repeats(candidates, Reader("ja"), 5)] == ["銀行"]
