"""Encodings of text files: told by the words that the bytes make, or refused."""

# ruff: noqa: E501

import pytest
from parse_files import read

from topograph.errors import TopographError
from topograph.formats.singlebyte import latin_encoding

GERMAN = "Die Fähre fährt über Mittag.\nDas Gemüse ist schön und grün.\nDie Straße ist für alle da."
TEXTS = {
    "german": GERMAN,
    "french": "Le bateau part à midi vers les îles.\nLe château où l’été règne déjà.\nÇa coûte même cher.",
    "spanish": "El barco sale al mediodía hacia allí.\n¿Cuándo llegó el niño?\nLa montaña está más allá.",
    "swedish": "Färjan går till öarna på morgonen.\nMarknaden säljer bröd.\nDet är kallt för alla.",
    "portuguese": "Não há pão na manhã.\nA estação fica além da região.\nVocê é bem-vindo até lá.",
    "polish": "Prom odpływa w południe na wyspę.\nKsiążka leży na półce.\nŚwiat się zmienił i jest piękny.",
    "czech": "Děti běžely přes město ke škole.\nPříští týden můžete přijet, když budete chtít.",
    "hungarian": "Az őszi időben szép a kilátás.\nEz több, mint amit ők és mi tudtunk, és jól főznek.",
    "turkish": "Vapur öğlen adaya kalkıyor.\nOda için çok şey söylendi, çünkü değil.\nŞehir güzel.",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        ("german", "utf-8 utf-16 cp1252 iso8859_15 mac_roman cp850 cp437"),
        ("french", "utf-8 cp1252 mac_roman"),
        ("spanish", "cp1252 iso8859_15 mac_roman cp850 cp437"),
        ("swedish", "cp1252 iso8859_15 mac_roman cp850 cp437"),
        ("portuguese", "cp1252 iso8859_15 mac_roman cp850"),
        ("polish", "utf-8 cp1250 iso8859_2 cp852"),
        ("czech", "cp1250 iso8859_2 cp852"),
        ("hungarian", "cp1250 iso8859_2 cp852"),
        ("turkish", "cp1254 iso8859_9 cp857"),
    ],
)
def test_latin_letters_are_read_in_the_encoding_that_makes_words(tmp_path, text, encodings):
    for encoding in encodings.split():
        found, _ = read(tmp_path, "a.txt", TEXTS[text].encode(encoding), format="lines")
        assert [own.text for own in found] == TEXTS[text].split("\n"), encoding


@pytest.mark.parametrize(
    ("text", "encodings"),
    [
        ("Паром уходит в полдень.\nРынок продает рыбу каждое утро.", "cp1251 koi8_r cp866"),
        ("เรือข้ามฟากออกตอนเที่ยง\nตลาดขายปลาทุกเช้า", "cp874 tis_620"),
        ("Το πλοίο φεύγει το μεσημέρι.\nΗ αγορά πουλάει ψάρια.", "cp1253 iso8859_7"),
        ("フェリーは正午に出ます。\n市場では魚を売っています。", "iso2022_jp shift_jis euc_jp"),
    ],
)
def test_other_scripts_are_read(tmp_path, text, encodings):
    for encoding in encodings.split():
        found, _ = read(tmp_path, "a.txt", text.encode(encoding), format="lines")
        assert [own.text for own in found] == text.split("\n"), encoding


def test_bytes_that_are_words_in_no_encoding_are_refused_and_read_in_the_one_that_is_set(tmp_path):
    text = "The ferry to the islands leaves at noon.\nOld markets sell fish and bread."
    content = text.encode("cp037")
    with pytest.raises(TopographError, match="its encoding is not recognised") as refused:
        read(tmp_path, "a.txt", content)
    assert "set parse.encoding" in refused.value.fix
    found, _ = read(tmp_path, "a.txt", content, encoding="cp037", format="lines")
    assert [own.text for own in found] == text.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "caf\xe9",
        "5 \xb5m, 10\xb0C, 3\xbd and \xa3 5 or \xa9 2020",
        "l\x92\xe9t\xe9 d\x92apr\xe8s, \x93oui\x94 \x96 non\x85",
        "\xdeetta er \xfea\xf0 sem vi\xf0 h\xf6fum s\xe9\xf0 \xed dag",  # Icelandic
        "Sm\xf8rrebr\xf8d og \xf8l p\xe5 \xe6gte danske b\xf8ndersteder",
        "na\xefve r\xe9sum\xe9s at the Mus\xe9e d\x92Orsay",
        "word\xa0word\xa0word\xa0word",
        "m\xb2/s and kg\xb7m and x\xb1y",
    ],
)
def test_without_evidence_western_bytes_are_of_windows(text):
    assert latin_encoding(text.encode("latin-1")) == "cp1252"
