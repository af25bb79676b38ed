"""Records as lines of tag and value."""

from topograph.formats.tagged import RIS, read_tagged


def test_a_record_of_a_type_and_one_field_is_whole_and_one_of_a_type_alone_broken():
    text = "TY  - JOUR\nTI  - On graphs\nER  - \nTY  - JOUR\nER  - \n"
    first, second = read_tagged(text, RIS, "a.ris")
    assert first.fields == {"TY": "JOUR", "TI": "On graphs"}
    assert first.reason == ""
    assert (second.reason, second.detail) == ("broken record", "line 4: a record without fields")
