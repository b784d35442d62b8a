"""Failures: in which ways a server gives no usable answer, and what each of them calls for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import ModelFailed


class Kind(StrEnum):
    """What went wrong."""

    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    OVERLOADED = "overloaded"
    RATE_LIMITED = "rate_limited"
    CUT = "cut"
    GARBLED = "garbled"
    OVERSIZED = "oversized"
    QUOTA = "quota"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    BAD_REQUEST = "bad_request"
    PARAMETER = "parameter"
    TOO_LONG = "too_long"
    UNSUPPORTED = "unsupported"
    UNSTREAMED = "unstreamed"
    REFUSED = "refused"
    FILTERED = "filtered"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    INVALID = "invalid"
    SENSELESS = "senseless"


@dataclass(frozen=True, slots=True)
class Rule:
    """What a failure means in words, what a person can do, and whether to ask again.

    `again` asks the same again, `repair` asks for a better answer and quotes the fault; an outage is nothing
    that another question could get round.
    """

    what: str
    remedy: str
    again: bool = False
    repair: bool = False
    outage: bool = True


RULES: Mapping[Kind, Rule] = {
    Kind.UNREACHABLE: Rule(
        "the server cannot be reached", "start it, or check the address of the profile", again=True
    ),
    Kind.TIMEOUT: Rule("the server took too long", "wait, or choose a faster model", again=True),
    Kind.OVERLOADED: Rule("the server is overloaded or starting", "wait a little", again=True),
    Kind.RATE_LIMITED: Rule(
        "the server asks for fewer calls", "wait, or let fewer people think at once", again=True
    ),
    Kind.CUT: Rule("the connection broke off in the middle of an answer", "try again", again=True),
    Kind.GARBLED: Rule(
        "the server sent something that is no answer of its protocol",
        "check the address of the profile: it should end in /v1, and no login page may stand before it",
        again=True,
    ),
    Kind.OVERSIZED: Rule("the answer was far too long and was cut off", "choose another model"),
    Kind.QUOTA: Rule(
        "the account has no quota left", "add credit with the provider, or choose another profile"
    ),
    Kind.UNAUTHORIZED: Rule("the server does not accept the key", "check the key of the profile"),
    Kind.FORBIDDEN: Rule(
        "the key may not use this model", "choose another model, or ask whoever runs the server"
    ),
    Kind.NOT_FOUND: Rule(
        "the server knows no such model or address", "check the model and the address of the profile"
    ),
    Kind.BAD_REQUEST: Rule("the server refused the request", "check the parameters of the profile"),
    Kind.PARAMETER: Rule(
        "the server does not take a parameter of the request", "take it out of the profile", again=True
    ),
    Kind.TOO_LONG: Rule(
        "the prompt is longer than the model can read",
        "choose a model with a longer context, or lower `retrieve` in town.yaml",
    ),
    Kind.UNSUPPORTED: Rule(
        "the server cannot be held to this form of answer", "test the connection again in Settings"
    ),
    Kind.UNSTREAMED: Rule("the server does not send its answer bit by bit", "try again", again=True),
    Kind.REFUSED: Rule("the model refused to answer", "choose another model for this town", outage=False),
    Kind.FILTERED: Rule(
        "the provider's filter withheld the answer", "choose another model for this town", outage=False
    ),
    Kind.EMPTY: Rule("the answer was empty", "choose another model", repair=True, outage=False),
    Kind.TRUNCATED: Rule(
        "the answer was cut off at its limit", "choose another model", repair=True, outage=False
    ),
    Kind.INVALID: Rule(
        "the answer does not follow its form", "choose a model that does", repair=True, outage=False
    ),
    Kind.SENSELESS: Rule(
        "the answer makes no sense",
        "choose a model that is not too weak for a town",
        repair=True,
        outage=False,
    ),
}


UNCHARGED = frozenset(
    {
        Kind.UNREACHABLE, Kind.OVERLOADED, Kind.RATE_LIMITED, Kind.QUOTA, Kind.UNAUTHORIZED, Kind.FORBIDDEN,
        Kind.NOT_FOUND, Kind.BAD_REQUEST, Kind.PARAMETER, Kind.TOO_LONG, Kind.UNSUPPORTED, Kind.UNSTREAMED,
    }
)  # fmt: skip
"""After these no provider asks for money: it has done nothing yet."""


UNTOLD = frozenset({Kind.TIMEOUT, Kind.CUT, Kind.TRUNCATED})
"""After these a provider may charge for all it was allowed to say, where it has not told what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """What a server says that a request took, in tokens; zero where it says nothing."""

    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0


class ServerFailed(ModelFailed):
    """One request came to nothing. `said` is the answer that could not be used, `took` what it took all the
    same, `wait` what the server asked for, in seconds.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str = "",
        *,
        said: str = "",
        wait: float | None = None,
        took: Took | None = None,
    ) -> None:
        self.kind = kind
        self.detail = detail
        self.said = said
        self.wait = wait
        self.took = took or Took()
        rule = RULES[kind]
        more = f" ({detail})" if detail else ""
        super().__init__(f"{rule.what}{more}; {rule.remedy}", outage=rule.outage)

    @property
    def rule(self) -> Rule:
        """Return what it means and calls for."""
        return RULES[self.kind]
