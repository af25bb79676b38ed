"""XML of any vocabulary, and the vocabularies that have a format of their own."""

# ruff: noqa: E501

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parse_files import read, shown

from topograph.errors import TopographError

SHADE = "We compare streets with and without shade trees in nine towns and find cooler pavements."
RAIN = "A survey of small yards shows that rain gardens hold back a third of the water of a storm."
PROSE = "They met in the hall by the pond and talked for two hours about who waters what and when. "


def texts(folder, name, content, **asked):
    candidates, reports = read(folder, name, content, **asked)
    return reports[0].format, [(own.text, own.title) for own in candidates]


ONE = [(SHADE, "Shade trees")]
TWO = [*ONE, (RAIN, "Rain gardens")]
ANY = {
    "zotero without a declaration": (
        "a.rdf",
        f"<rdf:RDF xmlns:rdf='r' xmlns:bib='b' xmlns:dc='d' xmlns:dcterms='t'><bib:Article rdf:about='u'><z:itemType>journalArticle</z:itemType><dcterms:isPartOf><bib:Journal><dc:title>Towns</dc:title></bib:Journal></dcterms:isPartOf><dc:title>Shade trees</dc:title><dcterms:abstract>{SHADE}</dcterms:abstract></bib:Article>"
        f"<bib:Book><z:itemType>book</z:itemType><dc:title>Rain gardens</dc:title><dcterms:abstract>{RAIN}</dcterms:abstract></bib:Book><z:Attachment><dc:title>PDF</dc:title><link:type>x</link:type><z:path>y</z:path><z:mode>z</z:mode></z:Attachment></rdf:RDF>",
        TWO,
    ),
    "one award among codes": (
        "a.xml",
        f"<rootTag><Award><AwardTitle>Shade trees</AwardTitle><AbstractNarration>{SHADE}</AbstractNarration><ProgramElement><Code>1</Code><Text>LINGUISTICS</Text></ProgramElement><ProgramReference><Text>GRADUATE INVOLVEMENT</Text></ProgramReference></Award></rootTag>",
        ONE,
    ),
    "abstracts beside longer notes": (
        "a.xml",
        f"<data><References><Reference><Title>Shade trees</Title><Abstract>{SHADE}</Abstract></Reference></References><Items><Item><Text>{PROSE}</Text></Item><Item><Text>{PROSE}</Text></Item></Items></data>",
        ONE,
    ),
    "attributes": (
        "a.xml",
        f'<posts><row Id="1" Title="Shade trees" Body="{SHADE}" Tags="&lt;a&gt;"/><row Id="2" Title="Rain gardens" Body="{RAIN}"/></posts>',
        TWO,
    ),
    "texts that are records themselves": (
        "a.xml",
        f"<reviews><review stars='5'><title>Shade trees</title>{SHADE}</review><review><title>Rain gardens</title>{RAIN}</review></reviews>",
        TWO,
    ),
    "speeches of paragraphs": (
        "a.xml",
        f"<debate><speech by='a'><p>{SHADE}</p><p>{RAIN}</p></speech><speech by='b'><p>{RAIN}</p></speech></debate>",
        [(f"{SHADE}\n{RAIN}", ""), (RAIN, "")],
    ),
    "posts of WordPress": (
        "a.xml",
        f"<rss><channel><title>Blog</title><description>It is about towns</description><item><title>Shade trees</title><comments>http://a</comments><description></description><content:encoded><![CDATA[{SHADE}]]></content:encoded><excerpt:encoded></excerpt:encoded></item>"
        f"<item><title>Rain gardens</title><comments>http://b</comments><description></description><content:encoded><![CDATA[{RAIN}]]></content:encoded><excerpt:encoded>Short.</excerpt:encoded></item></channel></rss>",
        TWO,
    ),
    "a feed of RSS 1.0, whose channel stands beside its items": (
        "a.rdf",
        "<rdf:RDF xmlns:rdf='r'><channel rdf:about='c'><title>News</title><link>c</link><description>It is about towns and what grows there.</description></channel>"
        + "".join(f"<item rdf:about='i'><title>{title}</title><link>i</link><description>{text}</description></item>" for text, title in TWO)
        + "</rdf:RDF>",
        TWO,
    ),
    "a feed of one entry": (
        "a.atom",
        f"<feed><title>Query</title><entry><title>Shade trees</title><summary>{SHADE}</summary></entry></feed>",
        ONE,
    ),
    "several documents in one file": (
        "a.xml",
        "".join(f'<?xml version="1.0"?>\n<!DOCTYPE grant SYSTEM "g.dtd" [ ]>\n<grant id="{n}"><title>{title}</title><abstract><p>{text}</p></abstract></grant>\n' for n, (text, title) in enumerate(TWO)),
        TWO,
    ),
    "entities without a DTD, signs that XML does not allow": (
        "a.xml",
        f"<docs><doc t='M&uuml;ller'><title>Shade\x0btrees</title><abstract>{SHADE}&nbsp;&szlig;</abstract></doc></docs>",
        [(f"{SHADE} ß", "Shade trees")],
    ),
    "passages of documents": (
        "a.xml",
        f"<collection><document><id>1</id><passage><offset>0</offset><text>{SHADE}</text></passage><passage><text>{RAIN}</text></passage></document><document><id>2</id><passage><text>{PROSE}</text></passage></document></collection>",
        [(f"{SHADE}\n{RAIN}", ""), (PROSE.strip(), "")],
    ),
    "signs that are careless": (
        "a.review",
        f"<review>\n<title>Good & fine</title>\n<review_text>{SHADE} &#5;&amp; AT&T</review_text>\n</review>\n<review>\n<title>b</title>\n<review_text>{RAIN}</review_text>\n</review>\n",
        [(f"{SHADE} & AT&T", "Good & fine"), (RAIN, "b")],
    ),
    "a field of prose that no name speaks for": (
        "a.xml",
        "<rows>" + "".join(f"<row><nr>{n}</nr><q7>{PROSE}{n}</q7></row>" for n in range(3)) + "</rows>",
        [(f"{PROSE}{n}", "") for n in range(3)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", ANY)
def test_records_and_texts_are_found_by_structure(tmp_path, kind):
    name, content, expected = ANY[kind]
    assert texts(tmp_path, name, content) == ("xml", expected)


def test_what_stands_around_records_in_attributes_is_metadata(tmp_path):
    content = f"<data><author lang='en' gender='f'><doc>{SHADE}</doc><doc>{RAIN}</doc></author><author lang='de'><doc>{PROSE}</doc></author></data>"
    candidates, _ = read(tmp_path, "a.xml", content)
    assert [own.metadata.get("author.lang") for own in candidates] == ["en", "en", "de"]
    assert candidates[0].metadata["author.gender"] == "f"


@pytest.mark.parametrize(
    "content",
    [
        "<project><name>a</name><dependencies><dependency><groupId>b</groupId><scope>test</scope></dependency></dependencies></project>",
        "<book><chapter><title>One</title>" + f"<para>{PROSE}</para>" * 4 + "</chapter></book>",
        f"<paper><part>{PROSE * 9}</part><ref><comment>In Spanish</comment></ref><ref><comment>In German, with an abstract</comment></ref></paper>",
    ],
)
def test_weak_names_deep_in_a_file_are_no_texts(tmp_path, content):
    with pytest.raises(TopographError, match="holds no records"):
        read(tmp_path, "a.xml", content)


DBLP = """<!DOCTYPE dblp SYSTEM "dblp.dtd"><dblp>
<article key="a"><author>K. M&uuml;ller</author><title>Shade trees</title><year>2020</year><pages>1</pages></article>
<inproceedings key="b"><author>A</author><title>Rain <i>gardens</i></title><year>2021</year><booktitle>c</booktitle></inproceedings></dblp>"""


def test_records_without_texts_are_reported_and_their_titles_can_be_taken(tmp_path):
    with pytest.raises(TopographError, match="text: title"):
        read(tmp_path, "dblp.xml", DBLP)
    candidates, _ = read(tmp_path, "dblp.xml", DBLP, text="title")
    assert [own.text for own in candidates] == ["Shade trees", "Rain gardens"]
    assert candidates[0].metadata["author"] == "K. Müller"


def test_what_few_records_have_is_not_the_text_of_all(tmp_path):
    books = "".join(f"<book><title>Tree {n}</title><year>2020</year></book>" for n in range(9))
    content = f"<books>{books}<book><title>Shade</title><description>An extended version of an article.</description></book></books>"
    with pytest.raises(TopographError, match="text: title"):
        read(tmp_path, "a.xml", content)


def test_a_declared_encoding_counts_for_bytes_that_are_not_unicode(tmp_path):
    content = f"<?xml version='1.0' encoding='ISO-8859-2'?><docs><doc><abstract>Łódź. {SHADE}</abstract></doc></docs>"
    assert texts(tmp_path, "a.xml", content.encode("iso-8859-2"))[1] == [(f"Łódź. {SHADE}", "")]
    assert texts(tmp_path, "a.xml", content.encode())[1] == [(f"Łódź. {SHADE}", "")]


@pytest.mark.parametrize("levels", [900, 5000])
def test_nesting_is_read_or_refused_and_never_crashes(tmp_path, levels):
    content = (
        f"<docs><doc><abstract>{SHADE}{'<b>' * levels}{'</b>' * levels}</abstract></doc></docs>"
    )
    if levels < 1000:
        assert texts(tmp_path, "a.xml", content)[1] == [(SHADE, "")]
    else:
        with pytest.raises(TopographError, match="nested"):
            read(tmp_path, "a.xml", content)


WORDS = st.lists(
    st.sampled_from("trees towns ponds rain yards & < > ' ü".split()), min_size=4, max_size=12
)


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.lists(WORDS, min_size=2, max_size=6))
def test_what_is_written_as_xml_is_read_from_it(tmp_path_factory, documents):
    from xml.sax.saxutils import escape

    written = [" ".join(words) for words in documents]
    records = "".join(
        f"<rec nr='{n}'><abstract>{escape(own)}</abstract></rec>" for n, own in enumerate(written)
    )
    folder = tmp_path_factory.mktemp("xml")
    assert [text for text, _ in texts(folder, "a.xml", f"<recs>{records}</recs>")[1]] == written


def article(abstract="", body=f"<sec><title>Introduction</title><p>{RAIN}</p></sec>"):
    return (
        '<article article-type="research-article" xml:lang="en"><front><journal-meta><journal-title>Towns</journal-title></journal-meta><article-meta>'
        '<article-id pub-id-type="pmid">7</article-id><article-id pub-id-type="doi">10.1/x</article-id><article-categories><subj-group><subject>Heat</subject></subj-group></article-categories>'
        "<title-group><article-title>Shade <italic>trees</italic></article-title></title-group>"
        '<contrib-group><contrib contrib-type="author"><name><surname>Doe</surname><given-names>A. B.</given-names></name></contrib></contrib-group>'
        '<pub-date pub-type="ppub"><year>2021</year></pub-date><pub-date pub-type="epub"><day>4</day><month>5</month><year>2021</year></pub-date>'
        f"{abstract}<kwd-group><title>Author keywords</title><kwd>trees</kwd></kwd-group></article-meta></front><body>{body}</body>"
        f"<back><ref-list><ref><article-title>Another</article-title><comment>{PROSE}</comment></ref></ref-list></back></article>"
    )


ABSTRACT = f"<abstract><title>Abstract</title><sec><title>Background:</title><p>{SHADE}</p></sec><sec><title>Results</title><p>{RAIN}</p></sec></abstract><abstract abstract-type='teaser'><p>Short.</p></abstract>"


def test_jats_gives_the_abstract_and_says_who_and_where(tmp_path):
    (own,), reports = read(tmp_path, "a.nxml", article(ABSTRACT))
    assert reports[0].format == "jats"
    text = f"Background: {SHADE}\nResults: {RAIN}"
    assert shown([own]) == [(text, "Shade trees", "10.1/x", "2021-05-04", "day")]
    assert own.metadata["authors"] == ["Doe, A. B."]
    assert (own.metadata["journal"], own.metadata["keywords"]) == ("Towns", ["trees"])
    assert "body" not in own.metadata


def test_jats_without_an_abstract_gives_the_body_without_its_tables_and_references(tmp_path):
    body = f"<sec><title>Introduction</title><p>{RAIN}</p><fig><caption><p>A figure.</p></caption></fig><table-wrap><table><td>1</td></table></table-wrap></sec>"
    (own,), _ = read(tmp_path, "a.xml", article(body=body))
    assert own.text == f"Introduction: {RAIN}"
    (own,), _ = read(tmp_path, "a.xml", article(ABSTRACT), text="body")
    assert own.text == f"Introduction: {RAIN}"


def test_several_articles_of_pubmed_central_may_stand_in_one_file(tmp_path):
    content = f"<pmc-articleset>{article(ABSTRACT)}{article(ABSTRACT)}</pmc-articleset>"
    candidates, _ = read(tmp_path, "a.xml", content)
    assert len(candidates) == 2


def elsevier(description=""):
    return (
        f"<full-text-retrieval-response><coredata><prism:doi>10.1/y</prism:doi><dc:title>Shade trees</dc:title>{description}<prism:coverDate>2020-02-03</prism:coverDate></coredata>"
        f"<originalText><ja:article><ce:sections><ce:section-title>Introduction</ce:section-title><ce:para>{RAIN}</ce:para></ce:sections><ce:bibliography><ce:comment>In Spanish</ce:comment></ce:bibliography></ja:article></originalText></full-text-retrieval-response>"
    )


def test_elsevier_gives_the_abstract_or_is_refused_with_a_remedy_that_works(tmp_path):
    content = elsevier(f"<dc:description>{SHADE}</dc:description>")
    candidates, reports = read(tmp_path, "a.xml", content)
    assert reports[0].format == "elsevier"
    assert shown(candidates) == [(SHADE, "Shade trees", "10.1/y", "2020-02-03", "day")]
    with pytest.raises(TopographError, match="text: body"):
        read(tmp_path, "b.xml", elsevier())
    (own,), _ = read(tmp_path, "b.xml", elsevier(), text="body")
    assert own.text == f"Introduction: {RAIN}"
    (own,), _ = read(tmp_path, "b.xml", elsevier(), on_error="skip")
    assert own.reason == "unreadable file"


def tei(body, header="", text="text"):
    return (
        f"<?xml version='1.0'?><TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader><fileDesc><titleStmt><title>The work</title><author>Doe</author></titleStmt><sourceDesc><bibl><date when='2020-02-12'/></bibl></sourceDesc></fileDesc>{header}</teiHeader>"
        f"<{text}><body>{body}</body></{text}></TEI>"
    )


def test_utterances_are_documents_with_their_speaker_and_debate(tmp_path):
    header = "<profileDesc><particDesc><listPerson><person xml:id='AD'><persName><surname>Doe</surname></persName></person></listPerson></particDesc><abstract><p>Agenda of it</p></abstract></profileDesc>"
    body = f"<div><head>Trees</head><note type='speaker'>THE CHAIR</note><u who='#AD' xml:id='u1'><seg>{SHADE}</seg><note>(laughs)</note><seg>{RAIN}</seg></u></div><div><u who='#X' xml:id='u2'><seg>{RAIN}</seg></u></div>"
    candidates, reports = read(tmp_path, "a.xml", tei(body, header))
    assert reports[0].format == "tei"
    assert shown(candidates) == [
        (f"{SHADE}\n{RAIN}", "", "u1", "2020-02-12", "day"),
        (RAIN, "", "u2", "2020-02-12", "day"),
    ]
    assert [own.metadata.get("speaker") for own in candidates] == ["Doe", "X"]
    assert [own.metadata.get("section") for own in candidates] == ["Trees", None]
    assert candidates[0].metadata["work"] == "The work"


def test_words_with_marks_of_grammar_are_running_text(tmp_path):
    body = "<u><seg><s><w lemma='tree'>Trees</w> <w>grow</w>\n<pc>,</pc> <w>yes</w><pc>.</pc></s></seg></u>"
    assert texts(tmp_path, "a.xml", tei(body))[1] == [("Trees grow, yes.", "")]


TEI_BODIES = {
    "speeches of a play": (
        f"<div type='act'><head>Act 1</head><stage>Enter</stage><sp who='#a'><speaker>ANNA</speaker><stage>aside</stage><l>{SHADE}</l></sp><sp who='#b'><speaker>BEN</speaker><p>{RAIN}</p></sp></div>",
        [(SHADE, ""), (RAIN, "")],
    ),
    "chapters": (
        f"<div type='chapter'><head>One</head><p>{SHADE}</p></div><div type='chapter'><head>Two</head><p>{RAIN}</p><div><head>Below</head><p>{PROSE}</p></div></div>",
        [(SHADE, "One"), (f"{RAIN}\nBelow\n{PROSE.strip()}", "Two")],
    ),
    "sections of one text": (
        f"<div><head>Introduction</head><p>{SHADE}</p></div><div><head>Results</head><p>{RAIN}</p></div>",
        [(f"Introduction\n{SHADE}\nResults\n{RAIN}", "The work")],
    ),
    "forms of words": (
        "<p>We <choice><sic>growe</sic><corr>grow</corr></choice> trees<gap/> <del>old</del><add>new</add> and <abbr>Dr.</abbr> Doe.</p>",
        [("We grow trees new and Dr. Doe.", "The work")],
    ),
}


@pytest.mark.parametrize("kind", TEI_BODIES)
def test_the_documents_of_tei_are_what_its_structure_says(tmp_path, kind):
    body, expected = TEI_BODIES[kind]
    assert texts(tmp_path, "a.xml", tei(body)) == ("tei", expected)


def test_grobid_gives_the_abstract_and_the_body_if_asked(tmp_path):
    header = f"<profileDesc><textClass><keywords><term>trees</term></keywords></textClass><abstract><div><p>{SHADE}</p></div></abstract></profileDesc>"
    content = tei(
        f"<div><head>Introduction</head><p>{RAIN}</p><figure><figDesc>A map</figDesc></figure></div>",
        header,
    )
    (own,), _ = read(tmp_path, "a.tei.xml", content)
    assert (own.text, own.title, own.metadata["author"]) == (SHADE, "The work", ["Doe"])
    (own,), _ = read(tmp_path, "a.tei.xml", content, fields={"text": "text"})
    assert own.text == f"Introduction\n{RAIN}"


def test_a_corpus_of_tei_keeps_the_headers_of_its_texts_apart(tmp_path):
    one, two = (tei(f"<p>{text}</p>").partition("?>")[2] for text in (SHADE, RAIN))
    two = two.replace("The work", "The other")
    content = f"<?xml version='1.0'?><teiCorpus><teiHeader><title>All</title></teiHeader>{one}{two}</teiCorpus>"
    assert texts(tmp_path, "a.xml", content) == ("tei", [(SHADE, "The work"), (RAIN, "The other")])


TREC = f"""<DOC>
<DOCNO> FT-1 </DOCNO>
<HEADLINE>Shade trees & more</HEADLINE>
<DATE>920314</DATE>
<TEXT>
{SHADE}
<P>AT&T said &amp; {RAIN}
</TEXT>
</DOC>
<doc>
<docno>FT-2</docno>
{RAIN}
</doc>
"""
REUTERS = f"""<!DOCTYPE lewis SYSTEM "lewis.dtd">
<REUTERS TOPICS="YES" NEWID="12">
<DATE>26-FEB-1987 15:01:01.79</DATE>
<TOPICS><D>cocoa</D><D>trees</D></TOPICS>
<UNKNOWN>&#5;&#5;C T</UNKNOWN>
<TEXT>&#2;
<TITLE>SHADE TREES</TITLE>
<DATELINE>    SALVADOR, Feb 26 - </DATELINE><BODY>{SHADE}
 Reuter &#3;</BODY></TEXT>
</REUTERS>
"""


def test_trec_is_read_although_it_is_no_xml(tmp_path):
    candidates, reports = read(tmp_path, "a.txt", TREC)
    assert reports[0].format == "sgml"
    assert [(own.text, own.title, own.own_id) for own in candidates] == [
        (f"{SHADE}\nAT&T said & {RAIN}", "Shade trees & more", "FT-1"),
        (RAIN, "", "FT-2"),
    ]


def test_reuters_is_read_with_its_topics(tmp_path):
    (own,), reports = read(tmp_path, "reut2-000.sgm", REUTERS)
    assert reports[0].format == "sgml"
    assert own.text == f"{SHADE}\nReuter"
    assert (own.title, own.own_id, str(own.date)[:10]) == ("SHADE TREES", "12", "1987-02-26")
    assert own.metadata["topics"] == ["cocoa", "trees"]


def test_jats_is_known_behind_instructions_and_with_its_kind_on_two_lines(tmp_path):
    plain = article(ABSTRACT)
    start = plain.index("<article")
    end = plain.index(">", start) + 1
    content = f"{plain[start:end]}<?properties open_access?><processing-meta a='b'></processing-meta>{plain[end:]}"
    for head in ("", '<!DOCTYPE article\nPUBLIC "-//NLM//DTD JATS (Z39.96) v1.3//EN" "a.dtd">\n'):
        (own,), reports = read(tmp_path, "a.xml", head + content)
        assert (reports[0].format, own.title) == ("jats", "Shade trees")


@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        ("<lem>shade</lem><rdg wit='b'>shadow</rdg>", "shade"),
        ("<rdg wit='a'>shade</rdg><rdg wit='b'>shadow</rdg>", "shade"),
        ("<rdgGrp><rdg wit='a'> </rdg></rdgGrp><rdgGrp><rdg wit='b'>shadow</rdg></rdgGrp>", "shadow"),
        ("<rdg wit='a'>some <app><rdg>shade</rdg><rdg>sun</rdg></app></rdg><rdg>rain</rdg>", "some shade"),
    ],
)  # fmt: skip
def test_of_the_readings_of_an_edition_one_is_the_text(tmp_path, readings, expected):
    body = f"<p>Trees give <app>{readings}</app> to towns.</p>"
    assert texts(tmp_path, "a.xml", tei(body))[1][0][0] == f"Trees give {expected} to towns."


def test_speeches_of_any_vocabulary_are_documents(tmp_path):
    content = (
        "<game><part n='1'><sp speaker='Ann'><box>We met in the hall.</box><box>It rained.</box></sp><sp speaker='Ben'><box>Nobody came.</box></sp></part>"
        "<choice><part n='2'><sp speaker='Ann'><box>Then we left for home.</box></sp></part></choice></game>"
    )
    candidates, reports = read(tmp_path, "a.xml", content)
    assert reports[0].format == "xml"
    assert [own.text for own in candidates] == [
        "We met in the hall.\nIt rained.",
        "Nobody came.",
        "Then we left for home.",
    ]
    assert [own.metadata["speaker"] for own in candidates] == ["Ann", "Ben", "Ann"]


def test_tags_that_a_program_wrote_into_readings_are_no_words(tmp_path):
    content = (
        "<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader/><text><body><ab><app><rdgGrp n='x'><rdg wit='f1'>&lt;milestone n=\"4\"/&gt;LETTER IV.&lt;head eID=\"h\"/&gt;To &lt;hi sID='a'/&gt;Mrs.&lt;hi eID='a'/&gt; S</rdg></rdgGrp></app>"
        " and 3 &lt; 4.</ab></body></text></TEI>"
    )
    ((own,), _) = read(tmp_path, "a.xml", content)
    assert own.text == "LETTER IV. To Mrs. S and 3 < 4."


def test_speeches_of_the_bundestag_are_what_the_speaker_says(tmp_path):
    content = (
        "<dbtplenarprotokoll sitzung-datum='14.06.2018' wahlperiode='19' sitzung-nr='39'><sitzungsverlauf><tagesordnungspunkt top-id='Tagesordnungspunkt 1'><rede id='ID1'>"
        "<p klasse='redner'><redner id='7'><name><titel>Dr.</titel><vorname>Ann</vorname><nachname>Lee</nachname><fraktion>SPD</fraktion></name></redner>Dr. Ann Lee (SPD):</p>"
        f"<p klasse='J_1'>{SHADE}</p><kommentar>(Beifall)</kommentar><name>Präsident:</name><p klasse='J_1'>Danke.</p>"
        "<p klasse='redner'><redner id='8'><name><vorname>Ben</vorname></name></redner>Ben:</p><p klasse='J'>Eine Frage.</p>"
        f"<p klasse='redner'><redner id='7'/>Dr. Ann Lee:</p><p klasse='J'>{RAIN}</p></rede></tagesordnungspunkt></sitzungsverlauf></dbtplenarprotokoll>"
    )
    ((own,), reports) = read(tmp_path, "19039-data.xml", content)
    assert (reports[0].format, own.text) == ("bundestag", f"{SHADE}\n{RAIN}")
    assert (own.metadata["speaker"], own.metadata["group"]) == ("Dr. Ann Lee", "SPD")
    assert (str(own.date)[:10], own.own_id) == ("2018-06-14", "ID1")
    assert own.metadata["topic"] == "Tagesordnungspunkt 1"
    with pytest.raises(TopographError, match="holds no speeches"):
        read(tmp_path, "a.xml", "<dbtplenarprotokoll><vorspann/></dbtplenarprotokoll>")


def test_examples_of_markup_are_no_documents(tmp_path):
    content = (
        "<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader/><text><body><div><p>"
        f"{SHADE}</p><egXML xmlns='http://www.tei-c.org/ns/Examples'><u who='a'>Good morning!</u><u>Yes.</u></egXML></div></body></text></TEI>"
    )
    ((own,), _) = read(tmp_path, "a.xml", content)
    assert own.text == SHADE
