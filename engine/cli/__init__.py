"""The `townwright` command: opens the studio, and offers its functions in a terminal."""

from __future__ import annotations

import importlib
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import cast

from engine.cli.grammar import parser
from engine.cli.screen.terminal import INTERRUPTED, Terminal
from engine.errors import BadInput, TownwrightError

__all__ = ["main"]

_AT_FAULT, _NOBODY_READS = 1, 141
_NUMPY_THREADS = "OPENBLAS_NUM_THREADS"  # the rows we reckon with are short: to start them takes longer


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0 if it succeeded, 1 for faulty input, 2 for wrong usage, 130 if stopped
    by Ctrl+C.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    terminal = Terminal(sys.stdout, sys.stderr, plain="--json" in arguments)
    os.environ.setdefault(_NUMPY_THREADS, "1")
    try:
        _check_text(arguments)
        whole = parser()
        if "_ARGCOMPLETE" in os.environ:  # a shell asks what the words on its line could be
            _command("completion:complete")(Namespace(parser=whole), terminal)
        given = whole.parse_args(arguments)
        _say_what_cannot_be_kept(given, terminal)
        done = _command(given.do)(given, terminal)
        terminal.flush()
    except SystemExit as leaving:  # argparse leaves so, after --help and on wrong usage
        return leaving.code if isinstance(leaving.code, int) else _AT_FAULT
    except TownwrightError as error:
        return terminal.complain(error)
    except BrokenPipeError:
        # Python would try to flush the closed pipe once more on its way out, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NOBODY_READS
    except OSError as error:
        return terminal.complain(BadInput(_obstacle(error)))
    except KeyboardInterrupt:
        terminal.note("stopped")
        return INTERRUPTED
    return done


def _say_what_cannot_be_kept(given: Namespace, terminal: Terminal) -> None:
    from engine.api.workspace_file import file_of, is_read_only, only_read

    file = file_of(given.workspace)
    if is_read_only(file):
        terminal.note(f"townwright: {only_read(file)}")


def _command(place: str) -> Callable[[Namespace, Terminal], int]:
    """Import and return the function of a `module:name`. It is imported this late so that `--help` need not
    wait for the whole engine.
    """
    module, _, name = place.partition(":")
    function = getattr(importlib.import_module(f"engine.cli.commands.{module}"), name)
    return cast("Callable[[Namespace, Terminal], int]", function)


def _check_text(arguments: Sequence[str]) -> None:
    for argument in arguments:
        try:
            argument.encode()
        except UnicodeEncodeError as error:
            raise BadInput(
                f"the argument {argument!r} is not UTF-8 text; check the encoding of your terminal"
            ) from error


def _obstacle(error: OSError) -> str:
    what = f"{str(error.filename)!r}: " if error.filename else ""
    return f"{what}{error.strerror or error}; check the path, its permissions and the free disk space"
