"""The outcomes of calls to a model, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.api.models import ANSWERED, FAILED, FREE, REPAIRED
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

# By way: as it is said in a filter, and in a row of a table.
_WAYS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        ANSWERED: (marked("Answered"), marked("answered")),
        REPAIRED: (marked("Repaired"), marked("repaired")),
        FAILED: (marked("Failed"), marked("failed")),
        FREE: (marked("Free"), marked("free: already answered")),
    }
)

# By kind of failure: what it means, and what it is called in a row of a table.
_FAULTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "unreachable": (marked("the server cannot be reached"), marked("unreachable")),
        "untrusted": (marked("the certificate of the server is not trusted"), marked("untrusted")),
        "loading": (marked("the server is loading its model"), marked("loading")),
        "timeout": (marked("the server took too long"), marked("timeout")),
        "overloaded": (marked("the server is overloaded or starting"), marked("overloaded")),
        "rate_limited": (marked("the rate limit of the server is reached"), marked("rate limited")),
        "cut": (marked("the connection was lost during an answer"), marked("connection lost")),
        "garbled": (marked("the response of the server does not follow the API"), marked("garbled")),
        "oversized": (marked("the answer was too long and was cut off"), marked("oversized")),
        "room": (marked("the model needs more tokens for its thinking"), marked("too few tokens")),
        "thinking": (
            marked("the model used all of its tokens for thinking and gave no answer"),
            marked("only thinking"),
        ),
        "quota": (marked("the account has no quota left"), marked("out of quota")),
        "unauthorized": (marked("the server rejected the API key"), marked("unauthorized")),
        "forbidden": (marked("the API key has no access to this model"), marked("forbidden")),
        "not_found": (marked("the server does not have this model or address"), marked("not found")),
        "bad_request": (marked("the server rejected the request"), marked("bad request")),
        "parameter": (
            marked("the server does not accept a parameter of the request"),
            marked("bad parameter"),
        ),
        "too_long": (marked("the prompt is too long for the model"), marked("too long")),
        "unsupported": (
            marked("the server does not support this form of answer"),
            marked("unsupported"),
        ),
        "unstreamed": (marked("the server does not stream its answer"), marked("not streamed")),
        "refused": (marked("the model refused to answer"), marked("refused")),
        "filtered": (marked("the content filter of the provider blocked the answer"), marked("filtered")),
        "empty": (marked("the answer was empty"), marked("empty")),
        "truncated": (marked("the answer was cut off at its length limit"), marked("truncated")),
        "invalid": (marked("the answer does not have the required form"), marked("invalid")),
        "senseless": (marked("the answer makes no sense"), marked("nonsense")),
    }
)


def way_words(how: str) -> str:
    """Return an outcome for a filter; a kind of failure with its meaning: `Failed: the model refused to
    answer`.
    """
    if how in _FAULTS:
        return tr("Failed: {what}", what=tr(_FAULTS[how][0]))
    return tr(_WAYS[how][0]) if how in _WAYS else how.capitalize()


def way_in_a_row(how: str) -> str:
    """Return an outcome for a row of a table: `repaired`, `rate limited`."""
    if how in _FAULTS:
        return tr(_FAULTS[how][1])
    return tr(_WAYS[how][1]) if how in _WAYS else how.replace("_", " ")
