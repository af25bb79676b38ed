"""Pages: what one finds one's way by is not text."""

import base64

import pytest
from parse_files import read

TEXT = "Trees give shade to all of us in summer."
PAGE = "<html><head><title>Trees</title></head><body>{}<p>" + TEXT + "</p></body></html>"


@pytest.mark.parametrize(
    "element",
    [
        "<div class='site-menu'><a href='a'>Home</a> <a href='b'>About us here</a></div>",
        "<ul class='megamenu'><li><a href='a'>Business of the House</a></li></ul>",
        "<div role='navigation'>Where you are: the third of ten pages</div>",
        "<div id='skip-link'><a href='#main'>Skip to the content of this page</a></div>",
        "<div class='btn-group'><button>Code</button><ul class='dropdown-menu'><li><a>Show all "
        "code</a></li></ul></div>",
        "<span class='header__search-label'>Search</span>",
        "<div class='share'><a>Facebook</a></div>",
        f"<div id='source'>{base64.b64encode(TEXT.encode() * 9).decode()}</div>",
    ],
)
def test_menus_and_files_in_a_page_are_no_text(tmp_path, element):
    (found,), _ = read(tmp_path, "a.html", PAGE.format(element))
    assert found.text == TEXT


@pytest.mark.parametrize(
    "element",
    [
        "<div class='menu'><p>Today the kitchen serves soup with bread.</p></div>",
        "<div class='header'><h1>On trees</h1><p>By the people of the town.</p></div>",
        "<div class='references'><a>Bell on trees</a> <a>Wood on ponds</a></div>",
        "<p>See <a href='a'>the list of all trees in town</a>.</p>",
    ],
)
def test_text_in_such_elements_stays(tmp_path, element):
    (found,), _ = read(tmp_path, "a.html", PAGE.format(element))
    assert found.text != TEXT


def test_a_page_of_nothing_but_links_keeps_them(tmp_path):
    links = "<div class='nav'><a>Trees of towns</a> <a>Ponds of towns</a></div>"
    page = f"<html><body>{links}</body></html>"
    (found,), _ = read(tmp_path, "a.html", page)
    assert found.text == "Trees of towns Ponds of towns"


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ('<!-- body="start" -->', '<!-- body="end" -->'),
        ("<!--beginarticle-->", "<!--endarticle-->"),
    ],
)
def test_of_a_page_of_a_mailing_list_the_message_is_the_text(tmp_path, begin, end):
    page = (
        "<html><head><title>Re: trees</title></head><body><h1>Re: trees</h1><p>This message: reply"
        f"</p>{begin}<address class='headers'>From: Ann</address><pre>{TEXT}</pre>{end}"
        "<p>Next in thread: Ben</p></body></html>"
    )
    (found,), _ = read(tmp_path, "a.html", page)
    assert (found.text, found.title) == (TEXT, "Re: trees")


def test_tags_of_a_piece_of_a_page_leave_the_text_whatever_the_file_is_called(tmp_path):
    (found,), reports = read(tmp_path, "a.txt", f"<p>{TEXT}</p>")
    assert (found.text, reports[0].format) == (TEXT, "file")
