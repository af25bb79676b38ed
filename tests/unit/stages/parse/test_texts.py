"""What parsing does to single texts: titles, headings, hyphens, boilerplate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import CleanSettings
from topograph.language.sentences import sentences
from topograph.stages.parse.clean.boilerplate import remove_boilerplate
from topograph.stages.parse.clean.characters import repair_mojibake
from topograph.stages.parse.clean.headings import clean_headings
from topograph.stages.parse.clean.lines import join_hyphens
from topograph.stages.parse.clean.steps import STEPS, clean_text
from topograph.stages.parse.titles import make_title

ALL = CleanSettings()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Blur is hard. We propose the Discontinuous Galerkin Net (DGN), which helps.",
         "Discontinuous Galerkin Net (DGN)"),
        ("We therefore introduce DisPOSE, a framework.", "DisPOSE"),
        ("This paper proposes M^2GenCO, a Multi-task framework.", "M^2GenCO"),
        ("We propose Coordinated Learning with Iterative mode Discovery (CoLID), a method.",
         "Coordinated Learning with Iterative mode Discovery (CoLID)"),
        ('We propose a method, "Plan, Decouple, Act" (PDA), for samples.',
         "Plan, Decouple, Act (PDA)"),
        ("Our method, called quantum robust minimization (QRM), encodes.",
         "quantum robust minimization (QRM)"),
        ("We propose Learning to Label, a reinforced framework (L2L) that works.",
         "Learning to Label (L2L)"),
        ("We propose Ekka, an automated system.", "Ekka"),
        ("We propose a defense, dubbed Surgery.", "Surgery"),
        ("We build an architecture, which we term the k-means transformer, in steps.",
         "k-means transformer"),
        ("A procedure, wa-dCoBET, is proposed for tests.", "wa-dCoBET"),
        # others' methods, common abbreviations and things a method is for are not names
        ("Recent works propose FooNet for blur. It fails often in the end.",
         "Recent works propose FooNet for blur. It fails …"),
        ("We propose an LLM-based framework for the study of graphs that grow.",
         "We propose an LLM-based framework for the study …"),
        ("We introduce a framework to infer parameters of MEA data in time.",
         "We introduce a framework to infer parameters of …"),
        ("Short text only.", "Short text only."),
        ("深度学习模型" * 20, "深度学习模型" * 4 + "…"),
    ],
)  # fmt: skip
def test_a_title_is_the_name_that_is_introduced_or_the_opening(text, title):
    assert make_title(text) == title


def test_a_bold_name_is_a_title_where_no_verb_introduces_it():
    raw = "At last **MixEmo** mixes, with a **positive effect** on all of the emotions there are."
    assert make_title(clean_text(raw, ALL).text, raw) == "MixEmo"


@given(st.text(st.characters(codec="utf-8")))
def test_making_a_title_never_raises(text):
    title = make_title(" ".join(text.split()), text)
    assert bool(title) == bool(text.split())


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Abstract\nWe ask.", "We ask."),
        ("ABSTRACT: We ask.", "We ask."),
        ("AbstractWe ask.", "We ask."),
        ("BACKGROUND: We ask. METHODS:We look.", "BACKGROUND: We ask. METHODS: We look."),
        ("Background\nWe ask.\nMethods\nWe look.", "Background: We ask.\nMethods: We look."),
        ("BackgroundWe ask. ResultsWe find.", "Background: We ask. Results: We find."),
        ("OBJECTIVE - To ask. RESULTS - Found.", "OBJECTIVE: To ask. RESULTS: Found."),
        # running text and the ends of hard-wrapped lines are not headings
        ("We look. Results show it.", "We look. Results show it."),
        ("We look. Results\nshow it.", "We look. Results\nshow it."),
        ("Methods for graphs are old.", "Methods for graphs are old."),
        ("Abstract algebra is old.", "Abstract algebra is old."),
        ("We test. DesignBench holds tests.", "We test. DesignBench holds tests."),
    ],
)
def test_headings_of_structured_abstracts_are_set_off(raw, text):
    assert clean_headings(raw) == text
    assert clean_headings(text) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("inter-\nnational", "international"),
        ("regular-\nization", "regularization"),
        ("self-\nsupervised", "self-supervised"),
        ("state-of-\nthe-art", "state-of-the-art"),
        ("COVID-\n19", "COVID-19"),
        ("Kullback-\nLeibler", "Kullback-Leibler"),
        ("Ver-\nfahren", "Verfahren"),
        ("an x-\ny plane, the x-y plane", "an x-y plane, the x-y plane"),
        ("no hyphen\nhere - and\nthere", "no hyphen\nhere - and\nthere"),
    ],
)
def test_hyphens_at_line_ends_go_or_stay_by_what_they_divide(raw, text):
    assert join_hyphens(raw) == text


@pytest.mark.parametrize(
    "sentence",
    [
        "© 2020 Elsevier Ltd. All rights reserved.",
        "Copyright (c) 2021 The Authors.",
        "This article is protected by copyright.",
        "This is an open access article distributed under the CC BY licence.",
        "Our code is available at https://github.com/a/b.",
        "Code: https://github.com/a/b",
        "We release our models and data at github.com/a/b.",
        "The source code will be made publicly available upon acceptance.",
        "Code is available.",
        "We release our code, model weights, and dataset to facilitate future research.",
    ],
)
def test_boilerplate_is_removed_but_never_a_whole_text(sentence):
    assert remove_boilerplate(f"We study graphs. {sentence}") == "We study graphs."
    assert remove_boilerplate(sentence) == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Code helps.",
        "The data available to us are few and the models differ in how they use them.",
        "Copyright law is studied here.",
        "We made coffee available to all participants.",
        "We release a dataset of 10,000 graphs with labels by experts.",
        "Results are found in all of the cases that we have looked at.",
        "Debian packages of R-1.4.0 for i386 are currently available at https://a.org/b.",
        "The source code will be made available daily at https://a.org/b.",
    ],
)
def test_sentences_that_say_something_stay(sentence):
    text = f"We study graphs. {sentence}"
    assert remove_boilerplate(text) == text


@given(st.text())
def test_sentences_are_the_text(text):
    assert "".join(sentences(text)) == text


def test_mojibake_is_repaired_and_right_text_is_not_touched():
    assert repair_mojibake("SchrÃ¶dingerâ€™s cat") == "Schrödinger’s cat"
    assert repair_mojibake("Schrödinger’s naïve Ångström") == "Schrödinger’s naïve Ångström"


MARKUP = st.lists(
    st.sampled_from(
        ["&amp;", "&lt;b&gt;", "<b>", "</b>", "\\textbf{x}", "$x$", "\\%", "**a**", "_b_", "a", " ",
         "https://a.org/b", "Abstract: ", "\n", "-\n", ". ", "© 2020 X.", "Ã¶", "\u200b", "\\$5",
         "Methods: ", "(", ")", "me@a.org"]
    )
).map("".join)  # fmt: skip


@given(MARKUP)
def test_cleaning_is_idempotent_and_never_empties_words(raw):
    once = clean_text(raw, ALL).text
    assert clean_text(once, ALL).text == once


@pytest.mark.parametrize("step", [*STEPS, "links"])
def test_each_step_is_counted_under_its_name(step):
    raw = {
        "escapes": "two\\nlines",
        "mojibake": "Ã¶ffentlich",
        "unicode": "a\u200bb",
        "html": "a <b>bold</b> word",
        "latex": "a \\textbf{bold} word",
        "markdown": "a **bold** word",
        "headings": "Abstract: a word",
        "hyphens": "inter-\nnational",
        "wraps": "two\nlines",
        "boilerplate": "A word. © 2020 X.",
        "links": "see https://a.org/b for more",
    }[step]
    done = clean_text(raw, ALL)
    assert step in done.steps
    before, after = done.steps[step]
    assert before != after
