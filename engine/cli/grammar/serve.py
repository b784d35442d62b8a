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
        "create or change a profile; without options, test the connection to its server",
        "API keys are never stored: name the environment variable that holds the key.",
        json=True,
    )
    profile.add_argument("name", metavar="NAME", help="the name to use in `--model NAME`")
    profile.add_argument("--url", help="set the server's address, such as http://127.0.0.1:8080/v1")
    profile.add_argument("--model", help="set the name of the model on its server")
    profile.add_argument(
        "--key-from", metavar="VARIABLE", help="read the API key from this environment variable"
    )
    profile.add_argument(
        "--price",
        nargs=2,
        type=float,
        metavar=("IN", "OUT"),
        help="set the prices of a million input tokens and of a million output tokens",
    )
    profile.add_argument(
        "--at-once",
        metavar="N",
        type=whole_number(1, 256),
        help="make at most N calls at the same time (default: 4)",
    )
    profile.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=float,
        help="stop a call, including all its requests, after this many seconds (default: 90)",
    )
    profile.add_argument(
        "--embeddings",
        metavar="MODEL",
        help="also find memories by meaning, with this embedding model on the same server ('' for none); "
        "most searches then need an additional short request. A run keeps its embedding model; a fork can "
        "change it",
    )
    profile.add_argument(
        "--embedding-prefixes",
        nargs=2,
        metavar=("QUESTION", "MEMORY"),
        help="set the prefixes that the embedding model expects for a question and for a memory, such as "
        "'query: ' 'passage: ' ('' '' for none)",
    )
    profile.add_argument(
        "--embedding-price", type=float, metavar="PRICE", help="set the price of a million embedded tokens"
    )
    profile.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        help="set a parameter of every request, such as temperature=0.7, top_k=40 or "
        "chat_template_kwargs.enable_thinking=false (repeatable); NAME= removes it",
    )
    profile.add_argument("--remove", action="store_true", help="remove the profile")
    cap = declare(
        commands,
        "cap",
        "serving:cap",
        "set a cap, or list the caps and the amounts spent",
        "With SCOPE, MEASURE and N, set a cap; with `none` as N, remove it. With fewer arguments, list the "
        "caps.",
        json=True,
    )
    scopes, measures = ("day", "run", "workspace"), ("calls", "tokens", "money")
    cap.add_argument(
        "scope", nargs="?", metavar="SCOPE", choices=scopes, help="the scope: day, run or workspace"
    )
    cap.add_argument(
        "measure", nargs="?", metavar="MEASURE", choices=measures, help="the measure: calls, tokens or money"
    )
    cap.add_argument("most", nargs="?", metavar="N", help="the limit, or `none` to remove the cap")
    forecast = declare(
        commands,
        "forecast",
        "serving:forecast",
        "estimate what the next day of a town will cost with a served model, before you pay for it",
        "The estimate is based on the past of the run, or on a rehearsal of the day in which every "
        "prompt is counted.",
        json=True,
    )
    forecast.add_argument(
        "scenario", metavar="SCENARIO", help="the name of a scenario in the workspace, or a run"
    )
    forecast.add_argument(
        "--model",
        required=True,
        help="estimate for this profile, or for several profiles as in `run --model`",
    )
    spent = declare(
        commands,
        "spent",
        "serving:spent",
        "show the calls, tokens and money that a run has spent on served models",
        json=True,
    )
    takes_run(spent)
    spent.add_argument(
        "--by",
        choices=("day", "agent", "purpose", "model"),
        default="purpose",
        help="group the amounts by this (default: purpose)",
    )
    return [
        ("profiles", "List the profiles of served models"),
        ("profile NAME", "Create a profile (--url, --model, --key-from), or test its connection"),
        ("forecast SCENARIO", "Estimate the cost of the next day: --model M"),
        ("cap SCOPE MEASURE N", "Limit the calls, tokens or money of a day, run or workspace"),
        ("spent RUN", "Show calls, tokens and money by day, agent, purpose or model"),
    ]
