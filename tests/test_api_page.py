"""The reference of the Python API is written from its docstrings, which name what there is, and only that."""

import inspect
import re

import pytest

from tests.api_page import CLASSES, PAGE, api_page, public, told

MANY = 3  # parameters from which on a docstring says what each is

METHODS = [
    (f"{kind.__name__}.{name}", member)
    for kind in CLASSES
    for name, member in public(kind)
    if inspect.isfunction(member)
]


def parameters(member):
    return [name for name in inspect.signature(member).parameters if name not in ("self", "cls")]


def named(doc, section):
    """The names that stand in a section of a docstring; None where it has no such."""
    found = re.search(rf"^{section}\n-+\n(.*?)(?=^\w+\n-+\n|\Z)", doc, re.MULTILINE | re.DOTALL)
    if found is None:
        return None
    return [one.lstrip("*") for one in re.findall(r"^(\*{0,2}\w+)(?: :|$)", found[1], re.MULTILINE)]


def test_the_page_is_written_anew():
    assert PAGE.read_text("utf-8") == api_page(), "python -m tests.api_page writes it anew"


@pytest.mark.parametrize(("name", "member"), METHODS, ids=[name for name, _ in METHODS])
def test_a_docstring_names_the_parameters_there_are(name, member):
    said = named(inspect.getdoc(member) or "", "Parameters")
    wanted = parameters(member)
    if said is None:
        assert len(wanted) < MANY or name.endswith("_async"), "say in a section `Parameters` what each is"
    else:
        assert said == wanted


def test_what_a_class_of_the_page_can_is_on_it():
    text = PAGE.read_text("utf-8")
    for kind in CLASSES:
        part = text.split(f"\n## {kind.__name__}\n")[1].split("\n## ")[0]
        for name, member in public(kind):
            if told(member) and not name.endswith("_async"):
                assert f"\n### {name}\n" in part, f"{kind.__name__}.{name}"


def test_links_within_the_page_lead_somewhere():
    text = PAGE.read_text("utf-8")
    heads = {head.casefold() for head in re.findall(r"^## (.+)$", text, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= heads
