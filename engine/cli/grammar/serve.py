"""The commands for served models."""

from __future__ import annotations

from engine.cli.arguments import Commands, Listed, declare, takes_run, whole_number


def serve(commands: Commands) -> Listed:
    """Declare the commands for served models."""
    declare(commands, "profiles", "serving:profiles", "list the profiles of served models", json=True)
    profile = declare(
        commands,
        "profile",
        "serving:profile",
        "make or change a profile; without options, test the connection to its server",
        "A key is never kept: name the environment variable that has it.",
        json=True,
    )
    profile.add_argument("name", metavar="NAME", help="what `--model NAME` calls it")
    profile.add_argument("--url", help="the address of the server, as in http://127.0.0.1:8080/v1")
    profile.add_argument("--model", help="the model, as its server calls it")
    profile.add_argument("--key-from", metavar="VARIABLE", help="the environment variable with the key")
    profile.add_argument(
        "--price", nargs=2, type=float, metavar=("IN", "OUT"), help="of a million tokens in and out"
    )
    profile.add_argument("--at-once", metavar="N", type=whole_number(1, 256), help="calls at once (4)")
    profile.add_argument(
        "--timeout", metavar="SECONDS", type=float, help="that a call may take, with all its requests (90)"
    )
    profile.add_argument(
        "--embeddings",
        metavar="MODEL",
        help="an embeddings model of the same server: memories are then also found by meaning, for a short "
        "request more in most recalls; '' for none. A run keeps to what it began with, a fork may change it",
    )
    profile.add_argument(
        "--embedding-prefixes",
        nargs=2,
        metavar=("QUESTION", "MEMORY"),
        help="what the embeddings model wants before a question and before a memory, as in "
        "'query: ' 'passage: '; '' '' for nothing",
    )
    profile.add_argument(
        "--embedding-price", type=float, metavar="PRICE", help="of a million tokens that are embedded"
    )
    profile.add_argument(
        "--set", metavar="NAME=VALUE", action="append", help="a parameter of every request (may be repeated)"
    )
    profile.add_argument("--remove", action="store_true", help="forget the profile")
    cap = declare(
        commands,
        "cap",
        "serving:cap",
        "set a cap, or list the caps and what was spent",
        "SCOPE MEASURE N sets a cap, and `none` for N takes it away; with less, the caps are listed.",
        json=True,
    )
    scopes, measures = ("day", "run", "workspace"), ("calls", "tokens", "money")
    cap.add_argument("scope", nargs="?", metavar="SCOPE", choices=scopes, help="of a day, run or workspace")
    cap.add_argument("measure", nargs="?", metavar="MEASURE", choices=measures, help="calls, tokens or money")
    cap.add_argument("most", nargs="?", metavar="N", help="how much, or `none` to take the cap away")
    forecast = declare(
        commands,
        "forecast",
        "serving:forecast",
        "what the next day of a town may take of a served model, before anything is paid",
        "From the run's own past, or from a rehearsal of the day in which every prompt is counted.",
        json=True,
    )
    forecast.add_argument("scenario", metavar="SCENARIO", help="a scenario of the workspace, or a run of it")
    forecast.add_argument("--model", required=True, help="a profile, or several as for `run`")
    spent = declare(commands, "spent", "serving:spent", "what a run has taken of served models", json=True)
    takes_run(spent)
    spent.add_argument(
        "--by", choices=("day", "agent", "purpose", "model"), default="purpose", help="in what parts"
    )
    return [
        ("profiles", "the served models there are"),
        ("profile NAME", "make one (--url, --model, --key-from), or test its connection"),
        ("forecast SCENARIO", "what a day may take, before it is paid: --model M"),
        ("cap SCOPE MEASURE N", "the most that a day, run or workspace may take"),
        ("spent RUN", "calls, tokens and money, by day, agent, purpose or model"),
    ]
