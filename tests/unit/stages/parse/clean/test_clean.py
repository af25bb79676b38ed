"""Cleaning: known right values, and what holds for every text."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.config import CleanSettings, ParseSettings
from topograph.stages.parse.clean.characters import normalise
from topograph.stages.parse.clean.latex import clean_latex
from topograph.stages.parse.clean.links import extract_links
from topograph.stages.parse.clean.markup import clean_html, clean_markdown
from topograph.stages.parse.clean.steps import clean_text
from topograph.stages.parse.documents import make_documents
from topograph.stages.parse.reading import read_corpus

ROOT = Path(__file__).parents[5]
ALL = CleanSettings()
FRAGMENTS = st.sampled_from(
    [
        "\\", "\\\\", "{", "}", "$", "$$", "%", "&", "#", "_", "~", "^", "*", "**", "***", "`",
        "[", "](", ")", "<", ">", "</", "<b>", "<script>", "</script>", "&amp;", "&#0;",
        "&#xD800;", "\\textbf{", "\\emph", "{\\em ", "\\href{", "\\url{", "}{", "\\frac",
        "\\frac{1}", "\\sqrt[", "\\mathcal{O}", "\\begin{equation}", "\\end{equation}",
        "\\begin", "\\end", "\\item", "\\left(", "\\right", "\\'", '\\"', "\\ss", "\\o",
        "\\verb|", "\\input{x}", "\\newcommand{\\a}{b}", "\\def", "\\cite{a}", "\\ref", "\\[",
        "\\]", "\\(", "\\)", "\\%", "\\$", "\\footnote{", "\\color", "\n", "www.b.org",
        "https://a.org/x_y", "me@c.org", "$5", "$x^2$", "\u200b", "\x00", "\ufdd0", "\ufdd1",
        "\ufdd00\ufdd1", "\ufdd09\ufdd1", "\ufdd2", "\ud800", "word", "1", " ",
    ]
)  # fmt: skip
MARKUP = st.lists(FRAGMENTS, max_size=14).map("".join)


def clean(raw: str, switches: CleanSettings) -> tuple[str, list[str]]:
    done = clean_text(raw, switches)
    return done.text, done.links


def text_of(raw: str) -> str:
    return clean(raw, ALL)[0]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        # markdown
        ("a **M**ulti-task learner", "a Multi-task learner"),
        ("**M**eta and **Gen**erative **CO**", "Meta and Generative CO"),
        ("*exponential* growth, _k_ and __all__", "exponential growth, k and all"),
        ("***both*** and **a *b* c**", "both and a b c"),
        ("`code` and [text](https://a.org/b)", "code and text"),
        ("my snake_case_name and 2 * 3 * 4", "my snake_case_name and 2 * 3 * 4"),
        ("A* search, k* and D* Lite", "A* search, k* and D* Lite"),
        # LaTeX commands
        (
            r"propose \textbf{MapGR} (\textbf{G}lobal \textbf{R}epresentation), an",
            "propose MapGR (Global Representation), an",
        ),
        (r"within a {\em static} trace", "within a static trace"),
        (r"yield \emph{uniformly} faster", "yield uniformly faster"),
        (r"an \emph{unclosed group", "an unclosed group"),
        (r"\textbf{A \emph{nested} group}", "A nested group"),
        (r"code at \href{https://a.org/b_c%20d}{our page} now", "code at our page now"),
        (r"code at \href{https://a.org/b}{our page", "code at our page"),
        (r"gains 99\% with 10\% of it, 5% more", "gains 99% with 10% of it, 5% more"),
        (r"R\&D for \$5, \#1 in a\_b", "R&D for $5, #1 in a_b"),
        (r"Schr\"odinger and \'etude, Stra{\ss}e", "Schrödinger and étude, Straße"),
        (r"na\"{i}ve \v{C}ech of Erd\H{o}s", "naïve Čech of Erdős"),
        (r"over 10\,000 nodes", "over 10 000 nodes"),
        (r"We propose \ours, a \PiNet for x", "We propose ours, a PiNet for x"),
        (r"at speed \sim 10", "at speed ∼ 10"),
        (r"\textbf{4.75$\times$ faster} now", "4.75× faster now"),
        ("unrealistic ``cartoon'' images", "unrealistic “cartoon” images"),
        # mathematics
        (r"needs $\mathcal{O}(\varepsilon^{-4})$ calls", "needs O(ε^-4) calls"),
        (r"95.6$\times$ faster, 2 $\leq$ 3", "95.6× faster, 2 ≤ 3"),
        ("M$^2$GenCO for $k$-means", "M^2GenCO for k-means"),
        (r"on $S^2$, $SO(3)$, $\mathrm{SPD}(n)$", "on S^2, SO(3), SPD(n)"),
        (r"$\mathbb{R}^d$ and $\mathbf{x}$", "R^d and x"),
        (r"in \(x\) and $$y = 2$$", "in x and y = 2"),
        ("$p<0.05$ holds", "p<0.05 holds"),
        # signs that only look like LaTeX
        ("100% of R&D, #1, a_b and ~5", "100% of R&D, #1, a_b and ~5"),
        (r"\textbf{bold} 5% of R&D, #1, a_b and ~5", "bold 5% of R&D, #1, a_b and ~5"),
        ("from $5 to $10 a month", "from $5 to $10 a month"),
        ("between $1M and $2M in $x$ units", "between $1M and $2M in x units"),
        ("US$5 and US$10, $5-$10", "US$5 and US$10, $5-$10"),
        ("an {open} brace", "an {open} brace"),
        # HTML
        ("AT&amp;T &lt;5 &eacute; &#8212;", "AT&T <5 é —"),
        ("<p>One</p><p>Two <b>bold</b></p>H<sub>2</sub>O", "One Two bold H2O"),
        ('a <a href="https://a.org">link</a>', "a link"),
        ("one<br/>two<script>let x = 1;</script> three", "one two three"),
        ("a < b and c > d", "a < b and c > d"),
        ("if x<y and y>z then", "if x<y and y>z then"),
        ("a<b or c>d", "a<b or c>d"),
        # Unicode
        ("zero\u200bwidth, \ufeffmark, soft\u00adhyphen", "zerowidth, mark, softhyphen"),
        ("bell\x07 null\x00 end\x7f", "bell null end"),
        ("e\u0301tude", "\u00e9tude"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("кириллица 深度学习 العربية", "кириллица 深度学习 العربية"),
        ("עברית ไทย हिन्दी", "עברית ไทย हिन्दी"),
        ("two  spaces\tand\na\u00a0line", "two spaces and a line"),
    ],
)  # fmt: skip
def test_known_right_values(raw, expected):
    assert text_of(raw) == expected


@pytest.mark.parametrize(
    ("raw", "text", "links"),
    [
        ("Code: https://a.org/x_y?z=1&w=2.", "Code:.", ["https://a.org/x_y?z=1&w=2"]),
        ("see www.b.org, or (http://c.org/d)!", "see, or!", ["www.b.org", "http://c.org/d"]),
        ("mail a.b+c@d-e.co.uk now", "mail now", ["a.b+c@d-e.co.uk"]),
        (r"at \url{https://a.org/~me/b_c}.", "at.", ["https://a.org/~me/b_c"]),
        (r"at \href{https://a.org/b}{our page}.", "at our page.", ["https://a.org/b"]),
        ("[our page](https://a.org/b) is up", "our page is up", ["https://a.org/b"]),
        (
            r"at \href{https://a.org/b}{https://a.org/b}",
            "at",
            ["https://a.org/b"],
        ),
        ("twice https://a.org and https://a.org", "twice and", ["https://a.org"]),
        ("pass@1 and top@5 are no addresses", "pass@1 and top@5 are no addresses", []),
    ],
)
def test_links_are_moved_out_of_the_text(raw, text, links):
    assert clean(raw, ALL) == (text, links)


@pytest.mark.parametrize(
    "command", [r"\cite{doe2020}", r"\citep{a,b}", r"\ref{fig:1}", r"\label{eq:2}"]
)
def test_references_leave_no_mark(command):
    assert text_of(f"shown before {command} and after") == "shown before and after"


@pytest.mark.parametrize(
    ("switch", "raw"),
    [
        ("html", "a <b>bold</b> &amp; word"),
        ("latex", r"a \textbf{bold} $x^2$ word"),
        ("markdown", "a **bold** `word`"),
        ("links", "a word at https://a.org"),
    ],
)
def test_a_step_that_is_off_leaves_its_marks(switch, raw):
    assert clean(raw, CleanSettings(**{switch: False})) == (raw, [])
    assert clean(raw, ALL)[0] != raw


@given(st.text())
def test_cleaning_never_raises_and_gives_one_tidy_line(raw):
    text, links = clean(raw, ALL)
    assert text == unicodedata.normalize("NFC", text)
    assert text == " ".join(text.split())
    allowed = {"\u200c", "\u200d"}
    assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs") or c in allowed for c in text)
    assert len(links) == len(set(links))


@given(MARKUP)
def test_cleaning_never_raises_over_fragments_of_markup(raw):
    text, _ = clean(raw, ALL)
    assert text == " ".join(text.split())
    assert text.encode("utf-8", "strict").decode() == text
    assert "%s" not in text  # what pylatexenc writes where an argument is missing


@pytest.mark.parametrize("depth", [10, 200, 3000])
def test_deep_nesting_never_raises(depth):
    assert "word" in text_of("\\textbf{" * depth + "word" + "}" * depth)


@given(st.text(st.characters(exclude_characters="\\$")))
def test_text_without_latex_comes_back_from_latex_cleaning(raw):
    assert clean_latex(raw) == raw


@given(st.text(st.characters(exclude_characters="<&")))
def test_text_without_html_comes_back_from_html_cleaning(raw):
    assert clean_html(raw) == raw


@given(st.text(st.characters(exclude_characters="*_`[")))
def test_text_without_markdown_comes_back_from_markdown_cleaning(raw):
    assert clean_markdown(raw) == raw


@given(st.lists(st.integers(0, 99), min_size=2))
def test_products_are_no_emphasis(numbers):
    product = " * ".join(map(str, numbers))
    assert clean_markdown(product) == product


@given(st.lists(st.text("abcxyz", min_size=1), min_size=1), st.sampled_from(["", ".", ",", ")"]))
def test_a_link_is_found_whole_and_without_the_punctuation_behind_it(parts, end):
    link = "https://a.org/" + "/".join(parts)
    text, links = extract_links(f"see {link}{end} and more")
    assert links == [link]
    assert text.replace(" ", "") == f"see{end}andmore"


@given(st.text())
def test_normalising_twice_changes_nothing(raw):
    assert normalise(normalise(raw)) == normalise(raw)


@pytest.fixture(scope="module")
def cleaned_seeds():
    names = sorted(f"seeds/{path.name}" for path in (ROOT / "seeds").glob("*.txt"))
    parsed = make_documents(read_corpus(names, ParseSettings(), ROOT), ParseSettings())
    return parsed.documents["text"].to_list()


@pytest.mark.parametrize(
    "debris",
    [
        r"\\", r"\*\*", r"https?:", r"www\.", r"\$", r"[{}]", r"\u200b", r"<cit|<ref|%s",
        r"\b(?:mathcal|mathrm|mathbb|textbf|textit|emph|href|frac|sqrt|leq|varepsilon)\b",
    ],
)  # fmt: skip
def test_the_cleaned_seeds_hold_no_debris(cleaned_seeds, debris):
    assert [text for text in cleaned_seeds if re.search(debris, text)] == []


def test_the_cleaned_seeds_keep_their_words(cleaned_seeds):
    joined = "\n".join(cleaned_seeds)
    for expected in (
        "This paper proposes M^2GenCO, a Multi-task learning framework that pioneers",
        "retaining 99% of its performance with only 10% of the pseudo-labels",
        "an average 95.6× acceleration for inference",
        "up to 82% and 91%, respectively",
        "within a static memory trace",
        "we propose MapGR (Global Representation learning for HD Map construction)",
        "with O(ε^-4) oracle complexity",
        "discrete diffusion—absent in most continuous diffusion formulations—is",
    ):
        assert expected in joined


@pytest.mark.parametrize(
    "code",
    [
        "sum(is.na(hitters$salary))\ngrid = 10^seq(10, -2)\ny = hitters$salary",
        "> ridge.mod$lambda[50]\n> ridge.mod$lambda[60]\n> 10^2",
        "model.matrix(salary~., hitters)[,-1]; x$age^2 + df$size^2",
    ],
)
def test_parts_of_objects_are_no_mathematics(code):
    assert clean_latex(code) == code


def test_dashes_of_addresses_stay_as_they_are():
    text = "See https://a.org/trees---part-1--b---or not---and read on."
    expected = "See https://a.org/trees---part-1--b---or not—and read on."
    assert clean_latex(text) == expected
