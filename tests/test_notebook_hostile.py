"""A hostile notebook is refused with its line or does no harm; nothing is written, and nothing of it runs."""

from __future__ import annotations

import re

import pytest

from engine.cli import main
from tests.hostile_notebooks import NOTEBOOKS

LIVE = re.compile(
    r"<(?:script|iframe|object|embed|form|img|link)\b|<[^<>]*\s(?:on[a-z]+\s*=|href=.?javascript:)", re.I
)


def test_there_are_at_least_forty_of_them_each_with_a_name_of_its_own():
    names = {hostile.name for hostile in NOTEBOOKS}
    assert len(names) == len(NOTEBOOKS) >= 40


@pytest.mark.parametrize("hostile", NOTEBOOKS, ids=lambda hostile: hostile.name)
def test_it_is_refused_with_its_line_or_harmless_and_nothing_is_written(hostile, tmp_path, capsys):
    file, words = tmp_path / "bad.town.md", ["--workspace", str(tmp_path / "ws")]
    file.write_text(hostile.text, encoding="utf-8")
    status = main(["notebook", "check", str(file), *words])
    said = capsys.readouterr().out
    assert status == (1 if hostile.code else 0), said
    if hostile.code:
        assert f"bad.town.md:{hostile.line} {hostile.code}" in said
        assert main(["notebook", "run", str(file), *words]) == 1
        assert f"line {hostile.line}: " in capsys.readouterr().err
    else:
        assert main(["notebook", "export", str(file), *words]) == 0
        assert not LIVE.search(re.sub(r"<style>.*?</style>", "", capsys.readouterr().out, flags=re.DOTALL))
    assert [path.name for path in tmp_path.iterdir()] == ["bad.town.md"]


def test_one_that_is_too_large_is_refused_before_it_is_read(tmp_path, capsys):
    (tmp_path / "bad.town.md").write_bytes(b"x" * 1_000_001)
    assert main(["notebook", "check", str(tmp_path / "bad.town.md")]) == 1
    assert "larger than 1,000,000 bytes" in capsys.readouterr().err
