"""A test that fails now and then is listed, and one that fails every time fails the gate."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rerun import MOST_TESTS, failures, node_id

ROOT = Path(__file__).resolve().parents[1]
pytestmark = pytest.mark.slow

FAILS_ONCE = """
from pathlib import Path
def test_once(tmp_path_factory):
    mark = Path(__file__).with_name("mark")
    first = not mark.exists()
    mark.touch()
    assert not first, "the first time"
class TestMore:
    def test_well(self): pass
"""
FAILS = "def test_never(): assert not 'a fault'\n"


@pytest.fixture
def rerun(tmp_path):
    """Run a file of tests with a report and, where something fails, what failed in it again."""

    def run(text):
        (tmp_path / "pytest.ini").write_text("[pytest]\n")
        (tmp_path / "test_it.py").write_text(text)
        report, flaky = tmp_path / "report.xml", tmp_path / "flaky"
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        environment.pop("PYTEST_ADDOPTS", None)

        def python(*words):
            return subprocess.run(
                [sys.executable, "-m", *words], cwd=tmp_path, env=environment, capture_output=True, text=True
            )

        assert python("pytest", f"--junitxml={report}").returncode == 1
        again = python("tests.rerun", str(report), "--flaky", str(flaky))
        return again, flaky.read_text() if flaky.exists() else ""

    return run


@pytest.mark.soak
def test_what_passes_by_itself_is_listed_with_its_first_failure(rerun):
    again, flaky = rerun(FAILS_ONCE)
    assert again.returncode == 0
    assert flaky.startswith("FLAKY test_it.py::test_once\n")
    assert "AssertionError: the first time" in flaky


@pytest.mark.soak
def test_what_fails_every_time_fails(rerun):
    again, flaky = rerun(FAILS_ONCE + FAILS)
    assert again.returncode == 1
    assert "FAILED every time: test_it.py::test_never" in again.stdout
    assert "test_never" not in flaky


@pytest.mark.soak
def test_where_much_fails_nothing_is_run_again(rerun):
    again, flaky = rerun("".join(f"def test_{n}(): assert False\n" for n in range(MOST_TESTS + 1)))
    assert again.returncode == 1
    assert "none is run again" in again.stdout
    assert flaky == ""


def test_a_run_that_left_no_report_fails(tmp_path):
    command = [
        sys.executable,
        "-m",
        "tests.rerun",
        str(tmp_path / "none"),
        "--flaky",
        str(tmp_path / "flaky"),
    ]
    assert subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 1


@pytest.mark.parametrize(
    ("class_name", "name", "found"),
    [
        ("tests.test_rerun", "test_it[a.b-c]", "tests/test_rerun.py::test_it[a.b-c]"),
        ("tests.test_rerun.TestMore", "test_it", "tests/test_rerun.py::TestMore::test_it"),
        ("tests.browser.test_mind", "test_it", "tests/browser/test_mind.py::test_it"),
        ("", "tests.test_rerun", "tests/test_rerun.py"),
    ],
)
def test_a_reported_test_is_found_again(monkeypatch, class_name, name, found):
    monkeypatch.chdir(ROOT)
    assert node_id(class_name, name) == found


def test_a_failure_in_a_fixture_is_one_too(tmp_path):
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="tests.test_rerun" name="test_a">'
        '<error message="at setup">no such file</error></testcase>'
        '<testcase classname="tests.test_rerun" name="test_b"/></testsuite></testsuites>'
    )
    (failure,) = failures(report)
    assert failure.test.endswith("::test_a")
    assert failure.report == "no such file"
