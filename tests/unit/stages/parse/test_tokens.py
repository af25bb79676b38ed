"""What counts when texts are compared: words and signs, in any script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import ParseSettings
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.duplicates import token_key
from topograph.stages.parse.reading import Candidate
from topograph.stages.parse.tokens import count_words, is_sign, tokens_of


def key(text):
    return token_key(tokens_of(text))


def reasons(texts, **settings):
    found = [Candidate("a.csv", place, text) for place, text in enumerate(texts)]
    chosen = ParseSettings(**{"min_words": 1} | settings)
    return make_documents([found], chosen).audit["reason"].to_list()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("so great 😀", "so great 😡"), ("+5", "-5"), ("5", "-5"), ("−5", "5"), ("C", "C++"),
        ("C", "C#"), ("a < b", "a > b"), ("B+", "B-"), ("B", "B-"), ("5 %", "5"), ("$5", "€5"),
        ("so great :)", "so great :("), ("so great :-)", "so great"), ("👍", "👎"), ("👍🏽", "👍"),
        ("❤️", "💔"), ("R&D", "R D"), ("कि", "की"), ("มา", "ม้า"), ("4*", "4"), ("x*y", "x y"),
        ("a ≤ b", "a ≥ b"), ("20 °C", "20 C"), ("🇩🇪", "🇸🇪"), ("A → B", "A ← B"),
    ],
)  # fmt: skip
def test_signs_and_emoji_tell_texts_apart(one, other):
    assert key(one) != key(other)
    assert reasons([one, other]) == ["", ""]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("So GREAT!", "so great"), ("so great ...", "So, great?"), ("well-known", "well known"),
        ("“quoted”", '"quoted"'), ("so  great\n😀", "so great😀"), ("Straße", "STRASSE"),
        ("ﬁne", "fine"), ("深度学习 模型", "深度学习,模型"), ("❤️", "❤"), ("Brand™", "Brand"),
        ("one - two", "one – two"), ("pages 10–20", "pages 10-20"), ("* item", "- item"),
    ],
)  # fmt: skip
def test_case_punctuation_and_spaces_do_not(one, other):
    assert key(one) == key(other)


def test_short_texts_that_differ_in_sign_are_no_near_duplicates():
    text = "The service was really so great and I would gladly come again with my friends"
    assert reasons([f"{text} 😀", f"{text} 😡"]) == ["", ""]
    assert reasons([f"{text} 😀", f"{text} 😀"]) == ["", "duplicate"]
    assert sorted(reasons([f"{text} 😀", f"Well, {text} 😀"])) == ["", "near-duplicate"]


def test_long_texts_that_differ_in_one_sign_are_near_duplicates():
    text = " ".join(f"word{place}" for place in range(80))
    assert sorted(reasons([f"{text} p < 0.05", f"{text} p > 0.05"])) == ["", "near-duplicate"]


def test_lines_of_emoji_are_kept_as_documents_of_their_own():
    texts = ["😀 😂 🔥 🎉 ❤️", "😀 😂 🔥 🎉 😡", "😡 😂 🔥 🎉 ❤️", "😀 😂 🔥 🎉 ❤️"]
    assert reasons(texts, min_words=5) == ["", "", "", "duplicate"]


def test_chinese_texts_are_near_duplicates_by_their_characters():
    text = "深度学习模型在图像识别任务中取得了显著的成果本文提出一种新的方法并在多个数据集上验证"
    other = "海洋生物的多样性受到气候变化的影响我们调查了近二十年来珊瑚礁中鱼类数量的变化情况"
    found = reasons([text, text.replace("显著", "巨大"), other])
    assert sorted(found[:2]) == ["", "near-duplicate"]
    assert found[2] == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("We study graphs.", 3), ("深度学习模型", 3), ("深度学习,模型", 3), ("パン屋は小麦粉で", 4),
        ("使用GPT-4模型", 3), ("มันสนุกมากจริงๆ", 4), ("ខ្ញុំស្រលាញ់", 3), ("ດີຫຼາຍ", 2), ("အရမ်းကောင်းတယ်", 4),
        ("아주 좋아요", 2), ("बहुत अच्छा", 2), ("- - ? !", 0), ("", 0), ("😀 😂 🔥", 3),
        ("😂😂😂😂😂", 1), ("5 < 6", 3), ("a – b", 2), ("word " * 100, 100),
    ],
)  # fmt: skip
def test_words_are_counted_in_every_script(text, words):
    assert count_words(text) == words


@given(st.text(max_size=40))
def test_tokens_are_words_and_signs_without_space(text):
    for token in tokens_of(text):
        assert token
        assert not any(character.isspace() for character in token)
        assert is_sign(token) or token[0] == "_" or token[0].isalnum() or not token[0].isascii()
