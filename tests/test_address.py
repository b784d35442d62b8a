"""What people call each other to their face."""

import pytest

from engine.prompts.known import Acquaintance
from engine.records import Name
from engine.rehearsal.language.pack import bundled_packs


def called(language, full, short="", pronouns="she", *, age=40, mine=40, kind="", lives_with=False):
    """What somebody of an age calls another."""
    name = Name(full=full, called=short or full, pronouns=pronouns)
    person = Acquaintance(agent="other", name=full, age=age, kind=kind, lives_with=lives_with)
    return bundled_packs()[language].addressing.of(name, person, mine)


@pytest.mark.parametrize(
    ("full", "short", "said"),
    [
        ("Deirdre Lavery", "Dee Lavery", "Dee"),
        ("Alfred Gurney", "Alf Gurney", "Alf"),
        ("Edith Tull", "Mrs Tull", "Mrs Tull"),
        ("Brother Anselm", "Brother Anselm", "Brother Anselm"),
        ("Isabel Moreno", "Isabel", "Isabel"),
    ],
)
def test_a_nickname_stands_without_the_family_name_unless_it_is_a_title(full, short, said):
    assert called("en", full, short) == said


@pytest.mark.parametrize(
    ("age", "mine", "short", "said"),
    [
        (63, 33, "", "何叔"),  # an elder
        (45, 33, "", "和平哥"),
        (63, 60, "", "何和平"),
        (63, 33, "老何", "何叔"),
        (63, 60, "老何", "老何"),  # among equals
        (63, 20, "何师傅", "何师傅"),  # a title suits any age
        (63, 20, "何老", "何老"),
        (63, 20, "何团长", "何团长"),
    ],
)
def test_an_elder_is_called_by_family_name_and_rank_in_chinese(age, mine, short, said):
    assert called("zh", "何和平", short, "he", age=age, mine=mine) == said


def test_who_is_younger_is_not_called_elder_sister():
    assert called("zh", "苏玉筝", "筝姐", age=51, mine=78) == "玉筝"
    assert called("zh", "苏玉筝", "筝姐", age=51, mine=36) == "筝姐"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("讲课像讲悄悄话的老师", "冯老师"),
        ("老师傅", "冯师傅"),
        ("老师的朋友", "一鸣哥"),
        ("会讲古的哥哥", "一鸣哥"),
        ("丈夫", "小冯"),
    ],
)
def test_what_somebody_is_to_one_goes_before_their_age(kind, said):
    assert called("zh", "冯一鸣", "小冯", "he", age=31, mine=17, kind=kind) == said


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("en", "mother", "Mum"),
        ("en", "mother with an anvil", "Mum"),
        ("en", "mother-in-law", "Rosa"),
        ("en", "like a mother", "Rosa"),
        ("en", "sister", "Rosa"),
        ("zh", "一心要女儿教书的妈", "妈"),
        ("zh", "像妈一样的邻居", "Rosa"),
        ("zh", "客栈老板娘", "Rosa"),
        ("zh", "会写诗的姑娘", "Rosa"),
    ],
)
def test_children_call_their_parents_by_what_they_are(language, kind, said):
    assert called(language, "Rosa", kind=kind, lives_with=True) == said


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("en", "mother", "Mum"),
        ("en", "mother of two", "Rosa"),
        ("zh", "妈", "妈"),
        ("zh", "同学的妈", "Rosa"),
        ("zh", "老板娘", "Rosa"),
    ],
)
def test_the_mother_of_another_house_is_mum_only_to_her_own_children(language, kind, said):
    assert called(language, "Rosa", kind=kind) == said


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("en", "mother with an anvil", "your mum's"),
        ("en", "landlady", ""),
        ("zh", "妈", "你妈妈的"),
        ("zh", "一心要儿子成家的妈", "你妈妈的"),
        ("zh", "爷爷", "你爷爷的"),
        ("zh", "丈夫", ""),
    ],
)
def test_the_kin_of_the_hearer_is_called_what_they_are_to_them(language, kind, said):
    assert bundled_packs()[language].addressing.whose_kin(kind, yours=True) == said
