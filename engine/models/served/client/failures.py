"""Failures: the ways in which a server gives no usable answer, and what each of them calls for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.errors import ModelFailed, worded


class Kind(StrEnum):
    """The kind of a failure."""

    UNREACHABLE = "unreachable"
    UNTRUSTED = "untrusted"
    TIMEOUT = "timeout"
    OVERLOADED = "overloaded"
    LOADING = "loading"
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
    ROOM = "room"
    TOO_LONG = "too_long"
    UNSUPPORTED = "unsupported"
    UNSTREAMED = "unstreamed"
    REFUSED = "refused"
    FILTERED = "filtered"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    THINKING = "thinking"
    INVALID = "invalid"
    SENSELESS = "senseless"


@dataclass(frozen=True, slots=True)
class Rule:
    """The meaning of a failure in words, the remedy, and whether to ask again.

    `again` repeats the request, `repair` asks the question again with what the answer must contain. An
    `outage` would meet any other question too.
    """

    what: str
    remedy: str
    again: bool = False
    repair: bool = False
    outage: bool = True


RULES: Mapping[Kind, Rule] = {
    Kind.UNREACHABLE: Rule(
        worded("the server cannot be reached"),
        worded("start it, or check the address of the profile"),
        again=True,
    ),
    Kind.UNTRUSTED: Rule(
        worded("the certificate of the server is not trusted"),
        worded(
            "set SSL_CERT_FILE to a file with the certificate of its certificate authority, then restart "
            "Townwright"
        ),
    ),
    Kind.TIMEOUT: Rule(
        worded("the server took too long"), worded("wait, or choose a faster model"), again=True
    ),
    Kind.OVERLOADED: Rule(
        worded("the server is overloaded or starting"), worded("wait a moment, then try again"), again=True
    ),
    Kind.LOADING: Rule(
        worded("the server is loading its model"),
        worded("wait until it is ready, then try again"),
        again=True,
    ),
    Kind.RATE_LIMITED: Rule(
        worded("the rate limit of the server is reached"),
        worded("wait, or reduce the parallel calls of the profile"),
        again=True,
    ),
    Kind.CUT: Rule(worded("the connection was lost during an answer"), worded("try again"), again=True),
    Kind.GARBLED: Rule(
        worded("the response of the server does not follow the API"),
        worded("check the address of the profile: it should end in /v1 and must not lead to a login page"),
        again=True,
    ),
    Kind.OVERSIZED: Rule(worded("the answer was too long and was cut off"), worded("choose another model")),
    Kind.QUOTA: Rule(
        worded("the account has no quota left"),
        worded("add credit at the provider, or choose another profile"),
    ),
    Kind.UNAUTHORIZED: Rule(
        worded("the server rejected the API key"), worded("check the API key of the profile")
    ),
    Kind.FORBIDDEN: Rule(
        worded("the API key has no access to this model"),
        worded("choose another model, or contact the administrator of the server"),
    ),
    Kind.NOT_FOUND: Rule(
        worded("the server does not have this model or address"),
        worded("check the model and the address of the profile"),
    ),
    Kind.BAD_REQUEST: Rule(
        worded("the server rejected the request"), worded("check the parameters of the profile")
    ),
    Kind.PARAMETER: Rule(
        worded("the server does not accept a parameter of the request"),
        worded("remove it from the profile"),
        again=True,
    ),
    Kind.ROOM: Rule(
        worded("the model needs more tokens for its thinking"), worded("try again"), again=True, outage=False
    ),
    Kind.TOO_LONG: Rule(
        worded("the prompt is too long for the model"),
        worded("choose a model with a longer context, or lower `retrieve` in town.yaml"),
    ),
    Kind.UNSUPPORTED: Rule(
        worded("the server does not support this form of answer"),
        worded("test the connection again in Settings"),
    ),
    Kind.UNSTREAMED: Rule(worded("the server does not stream its answer"), worded("try again"), again=True),
    Kind.REFUSED: Rule(
        worded("the model refused to answer"), worded("choose another model for this town"), outage=False
    ),
    Kind.FILTERED: Rule(
        worded("the content filter of the provider blocked the answer"),
        worded("choose another model for this town"),
        outage=False,
    ),
    Kind.EMPTY: Rule(
        worded("the answer was empty"), worded("choose another model"), repair=True, outage=False
    ),
    Kind.TRUNCATED: Rule(
        worded("the answer was cut off at its length limit"),
        worded("choose another model"),
        repair=True,
        outage=False,
    ),
    Kind.THINKING: Rule(
        worded("the model used all of its tokens for thinking and gave no answer"),
        worded(
            "turn off thinking with `--set reasoning_effort=none` or the parameter that the server expects, "
            "allow more tokens with `--set max_tokens=16000`, or choose a model that does not think"
        ),
        outage=False,
    ),
    Kind.INVALID: Rule(
        worded("the answer does not have the required form"),
        worded("choose a more capable model"),
        repair=True,
        outage=False,
    ),
    Kind.SENSELESS: Rule(
        worded("the answer makes no sense"),
        worded("choose a more capable model"),
        repair=True,
        outage=False,
    ),
}


UNCHARGED = frozenset(
    {
        Kind.UNREACHABLE, Kind.UNTRUSTED, Kind.OVERLOADED, Kind.LOADING, Kind.RATE_LIMITED, Kind.QUOTA,
        Kind.UNAUTHORIZED, Kind.FORBIDDEN, Kind.NOT_FOUND, Kind.BAD_REQUEST, Kind.PARAMETER, Kind.TOO_LONG,
        Kind.UNSUPPORTED, Kind.UNSTREAMED,
    }
)  # fmt: skip
"""After these no provider asks for money: it has done nothing yet."""


UNTOLD = frozenset({Kind.TIMEOUT, Kind.CUT, Kind.TRUNCATED, Kind.THINKING, Kind.ROOM})
"""After these a provider may charge for all it was allowed to say, where it has not told what it said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Took:
    """The tokens that a request took, as told by the server; 0 if it does not tell."""

    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0


class ServerFailed(ModelFailed):
    """A request failed.

    `said` is the unusable answer, `took` the tokens it took all the same, `wait` the seconds that the server
    asks to wait.
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
        words = worded("{what}; {remedy}", what=self.what, remedy=rule.remedy)
        super().__init__(words, outage=rule.outage)

    def of(self, profile: str) -> ServerFailed:
        """Return the same failure, which says whose server it is."""
        named = ServerFailed(self.kind, self.detail, said=self.said, wait=self.wait, took=self.took)
        named.args = (worded("profile {profile!r}: {failure}", profile=profile, failure=self),)
        return named

    @property
    def what(self) -> str:
        """Return what happened, with the server's words if there are any."""
        what = RULES[self.kind].what
        return worded("{what} ({detail})", what=what, detail=self.detail) if self.detail else what

    @property
    def rule(self) -> Rule:
        """Return the meaning of the failure, and what it calls for."""
        return RULES[self.kind]
