"""Pages of newspaper databases, and how they are distinguished from XML."""

# ruff: noqa: E501

import pytest
from parse_files import read

from topograph.errors import TopographError
from topograph.formats.markup import is_html

SHADE = "We compare streets with and without shade trees in nine towns and find cooler pavements."
RAIN = "A survey of small yards shows that rain gardens hold back a third of the water of a storm."

PRESS = {
    "kikuzo": (
        '<html><body><table class="topic-list"><tr><th>No.</th></tr><tr><td>00001</td><td>1985年01月10日</td><td>朝刊</td><td>１外</td><td>007</td><td>01215文字</td></tr></table>'
        '<table class="topic-detail"><tr><td><span class="font002">見出し</span></td></tr><tr><td><div class="detail001">本文です。<br>次の段落です。</div></td></tr></table></body></html>',
        ("本文です。\n次の段落です。", "見出し", "1985-01-10", "１外"),
    ),
    "yomidasu": (
        '<html><body><div id="heiseiDetailArea"><table class="contentsTable"><tr><th>1</th><th>2018.01.07</th><th>見出し</th><th>朝刊</th><th>書評</th><th>16頁</th><th>3348字</th></tr></table></div>'
        '<div><p class="mb10">本文です。</p><p>ボタン</p></div></body></html>',
        ("本文です。", "見出し", "2018-01-07", "書評"),
    ),
    "integrum": (
        "<html><body><h3>Report</h3>1. <a>Волна</a><br><div><table><tr><td>^ИС:\nГазета\n<br>^РБ:\nМир\n<br>^ДТ:\n09.02.1994\n<br>^ЗГ:\nВОЛНА\n<br></td></tr></table>"
        "<h3>ВОЛНА</h3><pre>\n  Первый абзац\nдальше.\n  Второй <b>абзац</b>.\n</pre></div></body></html>",
        ("Первый абзац дальше.\nВторой абзац.", "ВОЛНА", "1994-02-09", "Мир"),
    ),
}


@pytest.mark.parametrize("service", PRESS)
def test_articles_of_newspaper_databases(tmp_path, service):
    content, (text, title, date, section) = PRESS[service]
    ((own,), reports) = read(tmp_path, "a.html", content)
    assert reports[0].format == service
    assert (own.text, own.title, str(own.date)[:10]) == (text, title, date)
    assert own.metadata["section"] == section


@pytest.mark.parametrize("service", PRESS)
def test_a_page_without_articles_of_the_service_says_so(tmp_path, service):
    with pytest.raises(TopographError, match="holds no articles"):
        read(tmp_path, "a.html", f"<p>{SHADE}</p>", format=service)


def test_a_history_of_searches_is_refused(tmp_path):
    content = "<html><head><title>\n Print Search History: EBSCOhost\n</title></head><body>S1</body></html>"
    with pytest.raises(TopographError, match="history of searches"):
        read(tmp_path, "a.html", content)


def test_a_piece_of_a_page_is_read_without_its_tags(tmp_path):
    ((own,), reports) = read(tmp_path, "a.txt", f"<p>{SHADE}</p>\n<p>{RAIN}</p>\n")
    assert (reports[0].format, own.text) == ("file", f"{SHADE}\n{RAIN}")


def test_xml_is_reported_from_html_by_most_of_its_names(tmp_path):
    content = (
        f"<a><rec><abstract>{SHADE}</abstract></rec><rec><abstract>{RAIN}</abstract></rec></a>"
    )
    assert not is_html(content)
    candidates, reports = read(tmp_path, "a.txt", content)
    assert reports[0].format == "xml"
    assert [own.text for own in candidates] == [SHADE, RAIN]


def test_the_words_of_any_xml_can_be_read_as_one_document(tmp_path):
    content = f"<walk><stage><line>{SHADE}</line></stage><stage><line>{RAIN}</line></stage></walk>"
    ((own,), _) = read(tmp_path, "a.xml", content, format="file")
    assert SHADE in own.text and RAIN in own.text and "<" not in own.text


def test_a_page_may_open_with_a_script(tmp_path):
    content = f"<script>if (a < b) {{ run() }}</script>\n<div><p>{SHADE}</p></div>\n"
    ((own,), reports) = read(tmp_path, "a.html", content)
    assert (reports[0].format, own.text) == ("file", SHADE)
