"""No cleaning step without evidence: other texts come back as they are; its own format is read."""

from __future__ import annotations

import pytest
from clean_texts import KINDS, mixed_texts, texts_of
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import CleanSettings
from topograph.stages.parse.clean.boilerplate import remove_boilerplate
from topograph.stages.parse.clean.characters import clean_characters
from topograph.stages.parse.clean.code import looks_like_code
from topograph.stages.parse.clean.escapes import undo_escapes
from topograph.stages.parse.clean.headings import clean_headings
from topograph.stages.parse.clean.latex import clean_latex
from topograph.stages.parse.clean.lines import join_hyphens, join_lines
from topograph.stages.parse.clean.links import extract_links
from topograph.stages.parse.clean.markup import clean_html, clean_markdown
from topograph.stages.parse.clean.steps import STEPS, clean_text

ALL = CleanSettings()


def signs(text: str) -> str:
    """A text without its white space, which some steps may change."""
    return "".join(text.split())


def unchanged(text: str) -> None:
    for name, step in STEPS.items():
        assert signs(step(text)) == signs(text), name
        if name != "wraps":
            assert step(text).split() == text.split(), name
    assert extract_links(text) == (text, [])
    done = clean_text(text, ALL)
    assert signs(done.text) == signs(text)
    assert done.links == []


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_texts_without_a_format_come_back_as_they_are(kind, data):
    unchanged(data.draw(texts_of(kind)))


@given(mixed_texts())
def test_texts_of_several_kinds_come_back_as_they_are(text):
    unchanged(text)


@pytest.mark.parametrize(
    "text",
    [
        # paths, servers, patterns, escapes of programs
        r"share \\server\guests\photos holds the pictures of our stay",
        r"run .\setup.exe and then D:\tools\bin\start.bat to begin",
        r"copy C:\new\table to C:\temp\notes and C:\times\beta",
        r"install it to \Program Files\tools and not to \Program Files\old",
        r"use the regex \d+\s\w+ to find the numbers, or [\r\n]+ for lines",
        r"the file src\new\notes.txt lies in App\Models\User",
        r'print("one\ntwo\n") prints two lines, as does printf("%d\n", x)',
        r"press \n to go on, and \t for the next field",
        r"shrug ¯\_(ツ)_/¯ that is what the manager of the hotel did",
        r"a lambda is \x -> x + 1, and \opts x -> f opts, then \opts y -> g y",
        # prices and variables
        "from $5 to $10, and costs 5$, not 6$ or so",
        "echo $HOME/$USER and ${a}/${b}, or df$age[df$sex == 1]",
        "Dear customer, your $order.name$ is in $for(x)$ and $endfor$",
        "A$AP and Ke$ha sang $AAPL/$TSLA",
        # markdown's signs
        "x**2 + y**2 and a*b*c, f(*args, **kwargs), int *p, **q, 2 * 3",
        "`Neither' of these 'two': calls[name](arg) and a[i](x)",
        "__init__ and _private_name_, snake_case, -like '*x86*', *.py and *test*",
        "Price* and terms* apply. *p<0.05, **p<0.01, 0.53** 0.21*",
        "f*ck this sh**t, they said *** and ****",
        # tags and entities
        "if a<b>c, List<String>, Map<K, V>, Foo<P> and <username> or <title>",
        "mail <me at home> or <3, <- and ->, x<y>z",
        "use the <b> tag, the <p> and </p> tags and <br> elements",
        "f(&num); p = &sum; AT&T, R&D, ?a=1&copy=2 &unknown;",
        # dashes and braces
        "he left--I stayed--and 'so' it went -- on and on",
        "Women--Employment--History of {name}s and x{N}, f{X}y",
    ],
)
def test_what_looks_like_a_format_and_is_none_stays(text):
    unchanged(text)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (
            r"the room was cold\nthe heating was off\nnobody came",
            "the room was cold\nthe heating was off\nnobody came",
        ),
        (r"the staff was kind\r\nthe food was bad", "the staff was kind\nthe food was bad"),
        (r"room\tprice\tquality of the hotel", "room\tprice\tquality of the hotel"),
        (r"the caf\u00e9 near the hotel", "the café near the hotel"),
        (r"\u4f60\u597d\uff0c\u4e16\u754c", "你好，世界"),
        (r"so good \ud83d\ude00\ud83d\ude00 it\u2019s", "so good 😀😀 it’s"),
        (r"caf\xc3\xa9 and na\xc3\xafve", "café and naïve"),
        (
            r"ratings 4\/5 for the hotel and 3\/5 for the food",
            "ratings 4/5 for the hotel and 3/5 for the food",
        ),
        (r"she said \"never again\" when we left", 'she said "never again" when we left'),
        (r"it\'s the best hotel that we\'ve seen", "it's the best hotel that we've seen"),
        (r"<a href=\"https:\/\/a.org\">here<\/a>", '<a href="https://a.org">here</a>'),
        (r"c\'est l\'eau d\'ici et l\'air d\'en haut", "c'est l'eau d'ici et l'air d'en haut"),
        (r'"the food\nwas \"bad\""', 'the food\nwas "bad"'),
        (r"cold\\nthe heating was off\\nnobody came", "cold\nthe heating was off\nnobody came"),
        (
            r"needs $\\mathcal{O}(n)$ calls of \\textbf{it}",
            r"needs $\mathcal{O}(n)$ calls of \textbf{it}",
        ),
        ("it''s the best that we''ve seen", "it's the best that we've seen"),
        ('she said ""never"" and left ""again""', 'she said "never" and left "again"'),
        ('"she said ""never"" ok"', 'she said "never" ok'),
    ],
)
def test_escapes_of_a_whole_text_are_undone(raw, text):
    assert undo_escapes(raw) == text


@pytest.mark.parametrize(
    "text",
    [
        r"mixed: caf\u00e9 and café",  # not all are escaped
        r"she said \"never\" and " + '"yes"',
        r"it\'s what's left",
        r"[\u4e00-\u9fff]+ finds them",
        r"the character \u200b is not seen",
        r"Schr\"odinger, L\'evy, Erd\H{o}s",
        r"$\nu \to \theta$, \neq and \times",
        "a line\nand r\\nanother",
        r"use `\n` or '\t' here",
        r"C:\new\table",
        r"\\server\new\tools",
        r"half \ud83d a pair",
        'x = ""; y = ""',
        r"/a\/b/ and c/d",
    ],
)
def test_what_may_be_something_else_stays_escaped(text):
    assert undo_escapes(text) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"L\'evy, Poincar\'e and P\'eter's proof", "Lévy, Poincaré and Péter's proof"),
        (
            r"Fran\c{c}ois, Fran\c cois, Stra{\ss}e, S\o rensen, {\L}ukasz",
            "François, François, Straße, Sørensen, Łukasz",
        ),
        (r"Do\~nana, Goi\^ania, Ces\`aro, {\'\i}ndice", "Doñana, Goiânia, Cesàro, índice"),
        (r"of \b{eta}, \k{appa} and \r{ho} at 360{\deg}", "of β, κ and ρ at 360°"),
        (r"TNF\alpha and 10 \AA\ apart", "TNFα and 10 Å apart"),
        (r"A ${2.5}$, $19{,}683$ and $1/r$ law", "A 2.5, 19,683 and 1/r law"),
        (r"$\sim$100 at $\geq$5\%", "∼100 at ≥5%"),
        (r"costs $5 now, $x^2$ later", "costs $5 now, x^2 later"),
        (
            r"\(S\) and \[ y = 2 \] but \[link\] and define\(s\)",
            r"S and y = 2 but \[link\] and define\(s\)",
        ),
        (r"\begin{itemize}\item one \item two\end{itemize}", "\n one  two\n"),
        (r"We use \method{} for \foo and \foo.", "We use method for foo and foo."),
        (r"\emph{a \textbf{b} c} of \unknown{d}", "a b c of d"),
        (r"\textcolor{red}{hot}\footnote{See it.} \cite{a,b}", "hot (See it.)"),
        (r"$\frac{a}{b}$, $\tfrac12$, $\binom{n}{2}$", "a/b, 1/2, binom(n,2)"),
        (r"10\,000 and 5\,ms, i.e.\ the", "10 000 and 5 ms, i.e. the"),
        (r"a$\unicode{x2014}$b", "a—b"),
        (r"\documentclass{minimal} \begin{document}$$x = 1$$\end{document}", "x = 1"),
    ],
)
def test_latex_is_read_piece_by_piece(raw, text):
    assert clean_latex(raw) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a **bold\nword** and _so_ on", "a bold\nword and so on"),
        ("这是**重点**内容", "这是重点内容"),
        ("vision-**l**anguage model", "vision-language model"),
        ("[a](https://a.org 'title') and ![](b.png)", "a https://a.org and "),
        ("see [the guide](docs/guide.md#part)", "see the guide"),
        ("```python\nx = **y\n```\nand `a_b` or ``c`d``", "x = **y\nand a_b or c`d"),
        ("the `Foo`s", "the Foos"),
    ],
)
def test_markdown_is_read(raw, text):
    assert clean_markdown(raw) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (
            '<AbstractText Label="METHODS" NlmCategory="METHODS">We look.</AbstractText>',
            "METHODS: We look.",
        ),
        ("<AbstractText>We look.</AbstractText>", "We look."),
        ("10<sup>6</sup> cells, H<sub>2</sub>O, text.<sup>1</sup>", "10^6 cells, H2O, text.1"),
        ("&lt;p&gt;One&lt;/p&gt; &amp;amp; two", "One & two"),
        ("to get <b>bold</b> write &lt;b&gt;bold&lt;/b&gt;", "to get bold write <b>bold</b>"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<mml:math><mml:msup><mml:mn>10</mml:mn><mml:mn>6</mml:mn></mml:msup></mml:math>", "10^6"),
        ("<p>use <code>List&lt;b&gt;</code> or <code>x**2</code></p>", "use List<b> or x**2"),
        ("a <script>x</script> b <!-- c --> d", "a b d"),
    ],
)
def test_html_is_read(raw, text):
    assert " ".join(clean_html(raw).split()) == text


def test_code_in_a_text_stays_through_all_steps():
    raw = r"We call `f(**x)`, <code>\alpha &lt;b&gt;</code> and ``{B}ert`` at `https://a.org/b`."
    done = clean_text(raw, ALL)
    assert done.text == r"We call f(**x), \alpha <b> and {B}ert at."
    assert done.links == ["https://a.org/b"]
    assert set(done.steps) == {"html", "markdown", "links"}


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (
            "We compare streets. It is largest where the pavement is dark.(c) 2022 Elsevier B.V. "
            "All rights reserved.",
            "We compare streets. It is largest where the pavement is dark.",
        ),
        (
            "Rain gardens keep doing so for years (C) 2009 Elsevier Ltd All rights reserved",
            "Rain gardens keep doing so for years",
        ),
        ("© 2018 The Authors.The effect holds.", "The effect holds."),
        ("© 2020 IEEE We propose a net for it.", "We propose a net for it."),
        ("It holds. Copyright (c) 2010 John Wiley & Sons, Ltd.", "It holds."),
        ("It holds. (PsycINFO Database Record (c) 2016 APA, all rights reserved)", "It holds."),
        (
            "It holds. Copyright of Ear is the property of Brill and it may not be copied.",
            "It holds.",
        ),
        ("It holds. © 2021 Wiley. This article is protected by copyright.", "It holds."),
        ("It holds.Our code is at https://a.org/b.", "It holds."),
    ],
)
def test_only_the_notice_goes(raw, text):
    assert remove_boilerplate(raw) == text


@pytest.mark.parametrize(
    "text",
    [
        "The rapid method Taste Profile© was tested with fifteen people. It told all apart.",
        "What they make depends on inputs some of which are protected by copyright. Few notice it.",
        "We see (a) 2010 data, (b) 2015 data and (c) 2019 data. They differ.",
        "The map (© 2015 Google) shows the towns. We use it.",
        "We study open access articles distributed under Creative Commons licences. They are many.",
        "Data are available in 40% of the articles. Code is available for few of them.",
        "We ask who owns a work. All rights reserved is what most of them say.",
        "The code of conduct is available to all. We have read it.",
        "I cannot see my data at https://a.org/b, what can I do? Please help.",
        "We used data that are available at https://a.org/b to train a weather model. It works.",
        "The software is available now. Shops sell it for little money.",
    ],
)
def test_sentences_of_content_stay(text):
    assert remove_boilerplate(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Settings\nThey can be changed at home.",
        "AbstractFactory is a pattern.",
        "Abstract\nart has its friends.",
        "Summary: a good phone for the price.",
        "Results:12 of 13",
        "Patients\nSample\nMethods\nResults",
    ],
)
def test_a_word_alone_is_no_heading(text):
    assert clean_headings(text) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("pre-\nand post-war", "pre- and post-war"),
        ("B: no-\nA: yes", "B: no-\nA: yes"),
        ("B: no-\nbrb", "B: no-\nbrb"),
        ("gut-\nхорошо", "gut-\nхорошо"),
    ],
)
def test_a_hyphen_that_divides_no_word_stays(raw, text):
    assert join_hyphens(raw) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("苹果\n香蕉\n橙子", "苹果 香蕉 橙子"),
        ("床前明月光\n疑是地上霜", "床前明月光 疑是地上霜"),
        (
            "本文提出一种新的方法来分析大规模的文本\n集合中的主题",
            "本文提出一种新的方法来分析大规模的文本集合中的主题",
        ),
    ],
)
def test_lines_of_chinese_are_joined_as_they_were_broken(raw, text):
    assert join_lines(raw) == text


@pytest.mark.parametrize(
    ("raw", "text", "links"),
    [
        ("请看https://a.org/b谢谢", "请看谢谢", ["https://a.org/b"]),
        ("见 https://zh.a.org/wiki/主题模型。", "见。", ["https://zh.a.org/wiki/主题模型"]),
        (
            "write to <me@a.org> or (me@b.org, me@c.org)",
            "write to or",
            ["me@a.org", "me@b.org", "me@c.org"],
        ),
        (
            "see [url=http://a.org/b]the guide[/url] here",
            "see [url=]the guide[/url] here",
            ["http://a.org/b"],
        ),
        (
            "at https://a.org, f( ) and Bonjour ! stay",
            "at, f( ) and Bonjour ! stay",
            ["https://a.org"],
        ),
        (
            "mAP@0.5, icon@2x.png and pass@1.In all A@B.to(x)",
            "mAP@0.5, icon@2x.png and pass@1.In all A@B.to(x)",
            [],
        ),
    ],
)
def test_links_leave_the_rest_as_it_is(raw, text, links):
    assert extract_links(raw) == (text, links)


def test_format_characters_that_are_seen_stay():
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert clean_characters(f"{flag}\u200b \u06dd\u202e") == f"{flag} \u06dd"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("def f(x):\n    if x == 1:\n        return g(x) != 2\n    y = x.z()\n", True),
        ("for (int i = 0; i < n; i++) {\n  a[i] = b;\n}", True),
        ("He paid; she left; they stayed.", False),
        ("We prove that a = b holds -> and so on, for all that we know of the world today.", False),
    ],
)
def test_programs_are_distinguished_from_prose(text, code):
    assert looks_like_code(text) is code


def test_a_dedication_beside_a_notice_stays():
    text = "Copyright 1899 by Scribner's Sons DEDICATED TO MY MOTHER MRS. J. BROWN. It was night."
    assert remove_boilerplate(text) == "DEDICATED TO MY MOTHER MRS. J. BROWN. It was night."
