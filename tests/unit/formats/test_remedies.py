"""The remedies of refusals work when they are followed."""

import encodings
import pkgutil
import warnings

import pytest
from parse_files import read
from pydantic import ValidationError

from topograph.errors import TopographError
from topograph.formats.registry import FORMATS

PROSE = "The ferry to the islands leaves at noon.\nOld markets sell fish and bread.\n"
ARTICLE = (
    "<PubmedArticle><MedlineCitation><PMID>{0}</PMID><Article><ArticleTitle>T</ArticleTitle>"
    "<Abstract><AbstractText>The ferry leaves {0} times.</AbstractText></Abstract></Article>"
    "</MedlineCitation></PubmedArticle>"
)


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_that_is_set_and_wrong_is_named_in_the_remedy(tmp_path, form):
    try:
        read(tmp_path, "a.txt", PROSE, format=form)
    except TopographError as refused:
        assert "parse.format" in refused.fix
    assert len(read(tmp_path, "a.txt", PROSE, format="auto")[0]) == 2


@pytest.mark.parametrize("whole", [1, 3, 250, 1500])
def test_records_before_the_damage_are_kept_as_the_remedy_says(tmp_path, whole):
    articles = "".join(ARTICLE.format(number) for number in range(whole))
    content = f"<?xml version='1.0'?><PubmedArticleSet>{articles}<PubmedArticle><Medl"
    with pytest.raises(TopographError) as refused:
        read(tmp_path, "a.xml", content)
    assert f"after {whole} whole records" in refused.value.why
    assert "go on with the records before that place" in refused.value.fix
    found, _ = read(tmp_path, "a.xml", content, on_error="skip")
    assert [own.own_id for own in found[:-1]] == [str(number) for number in range(whole)]
    assert found[-1].reason == "unreadable file"


@pytest.mark.parametrize(
    "content",
    [
        "Die Fähre fährt.\nNoch eine Zeile.\n".encode(),
        "Die Fähre fährt.\n".encode("cp1252") + bytes(range(0x80, 0x100)),
        "Fähre\n".encode("utf-16") + b"\xff",
    ],
)
def test_a_file_that_is_not_in_the_encoding_that_is_set_is_read_or_refused(tmp_path, content):
    refusals = 0
    for name in sorted(own.name for own in pkgutil.iter_modules(encodings.__path__)):
        try:
            read(tmp_path, "a.txt", content, encoding=name)
        except ValidationError:
            continue
        except TopographError as refused:
            refusals += 1
            assert "parse.encoding" in refused.fix or "binary" in refused.why
    assert refusals
    assert read(tmp_path, "a.txt", content, encoding="auto")[0]


def test_any_xml_is_read_as_one_text_without_a_warning(tmp_path):
    content = "<?xml version='1.0'?><r><x><y>1 ferry</y></x><x><y>2 markets</y></x></r>"
    with pytest.raises(TopographError, match="holds no records") as refused:
        read(tmp_path, "a.xml", content)
    assert "parse: {format: file}" in refused.value.fix
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (found,) = read(tmp_path, "a.xml", content, format="file")[0]
    assert found.text.split() == ["1", "ferry", "2", "markets"]
