"""Profiles: a served model by a name, with its address, its prices, and the source of its key.

A key is never part of a profile. It is read from the environment variable that the profile names, or was
typed for this session and exists only in the memory of the process.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails

from engine.errors import BadInput, remedy_of, worded
from engine.models.addresses import put_right
from engine.models.prefixes import Prefixes

MILLION = 1_000_000
DEADLINE = 90.0  # seconds for one call, unless its profile says otherwise
MOST_DEADLINE = 3_600.0
_MOST_LETTERS = 4_000  # of all parameters as JSON
_TAKEN = frozenset({
    "messages", "model", "stream", "stream_options", "response_format", "tools", "tool_choice", "functions",
    "function_call", "n", "echo", "api_key", "authorization", "extra_body", "extra_headers", "extra_query",
})  # fmt: skip
"""These would break the protocol, or leave no answer to read."""


class Prices(BaseModel):
    """The prices of a million tokens, in the currency of the profile.

    `cached` is that of cached input, if it is cheaper, and `embedding` that of the embeddings model, if
    known.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    tokens_in: float = Field(ge=0, le=100_000)
    tokens_out: float = Field(ge=0, le=100_000)
    cached: float | None = Field(None, ge=0, le=100_000)
    embedding: float | None = Field(None, ge=0, le=100_000)

    def micros(self, tokens_in: int, tokens_out: int, cached: int = 0) -> int:
        """Return the price of an answer in millionths of the currency."""
        cheap = self.tokens_in if self.cached is None else self.cached
        return round((tokens_in - cached) * self.tokens_in + cached * cheap + tokens_out * self.tokens_out)


class Profile(BaseModel):
    """A served model. Without prices only its tokens are counted; it is not treated as free.

    `timeout` is the deadline of a call in seconds, for all its requests together.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$")
    base_url: str = Field(max_length=400)
    model: str = Field(min_length=1, max_length=200)
    key_variable: str = Field("", pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$", max_length=80)
    parameters: dict[str, JsonValue] = Field(default_factory=dict, max_length=20)
    concurrency: int = Field(4, ge=1, le=256)
    timeout: float = Field(DEADLINE, gt=0, le=MOST_DEADLINE)
    prices: Prices | None = None
    currency: str = Field("USD", max_length=8)
    embeddings: str = Field("", max_length=200)
    question_prefix: str = Field("", max_length=60)
    memory_prefix: str = Field("", max_length=60)

    @field_validator("base_url")
    @classmethod
    def _is_an_address(cls, value: str) -> str:
        value = put_right(value)
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(worded("it must be an address such as http://127.0.0.1:8080/v1"))
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError(
                worded(
                    "an address must not contain a user name, a password, `?` or `#`; remove them, and name "
                    "an environment variable for the key"
                )
            )
        return value

    @field_validator("parameters")
    @classmethod
    def _are_parameters(cls, value: dict[str, object]) -> dict[str, object]:
        taken = _TAKEN & set(value)
        if taken:
            raise ValueError(
                worded("a profile cannot set {parameter!r}; remove it", parameter=sorted(taken)[0])
            )
        try:
            length = len(json.dumps(value, allow_nan=False))
        except ValueError:
            raise ValueError(worded("use finite numbers, not Infinity or NaN")) from None
        if length > _MOST_LETTERS:
            raise ValueError(
                worded(
                    "the parameters of a profile can have at most {most:,} characters in all; remove some",
                    most=_MOST_LETTERS,
                )
            )
        return value

    @model_validator(mode="after")
    def _questions_have_a_prefix_too(self) -> Profile:
        if self.memory_prefix and not self.question_prefix:
            raise ValueError(
                worded(
                    "embeddings need both prefixes or neither; set the memory prefix and the question "
                    "prefix, or leave both empty"
                )
            )
        return self

    @property
    def prefixes(self) -> Prefixes:
        """Return the texts that the embeddings model wants before a question, and before a memory."""
        return Prefixes(self.question_prefix, self.memory_prefix)

    @property
    def id(self) -> str:
        """Return the name of the model and all that changes its answers, in one line, for journal keys."""
        more = f" {json.dumps(self.parameters, sort_keys=True)}" if self.parameters else ""
        return f"{self.model} @ {self.base_url}{more}"

    def is_same_elsewhere(self, other: str) -> bool:
        """Return whether an id is that of the same model with the same parameters at another address."""
        before, _, after = self.id.partition(self.base_url)
        address = other.removeprefix(before).removesuffix(after)
        is_alike = other.startswith(before) and other.endswith(after) and " " not in address
        return is_alike and bool(address) and other != self.id


class Keys:
    """The keys of this process: typed ones by profile, else those of the environment."""

    def __init__(
        self, typed: Mapping[str, str] | None = None, environment: Mapping[str, str] = os.environ
    ) -> None:
        self._typed = dict(typed or {})
        self._environment = environment

    def __repr__(self) -> str:
        return f"Keys(of {sorted(self._typed)})"

    def of(self, profile: Profile) -> str:
        """Return the key of a profile.

        Raises BadInput, saying how to give one, if its variable is not set.
        """
        if profile.name in self._typed:
            return _sendable(self._typed[profile.name], profile)
        if not profile.key_variable:
            return ""
        key = _sendable(self._environment.get(profile.key_variable, ""), profile)
        if not key:
            raise BadInput(
                worded(
                    "the profile {name!r} reads its API key from ${key_variable}, which is not "
                    "set; set it and restart, or enter the key in Settings",
                    name=profile.name,
                    key_variable=profile.key_variable,
                )
            )
        return key

    def typed(self) -> dict[str, str]:
        """Return the typed keys, only for the process that is to live a run."""
        return dict(self._typed)


def _sendable(key: str, profile: Profile) -> str:
    """Return a key as a request can carry it. Raises BadInput, without quoting it, if it is invalid."""
    clean = key.strip()
    if not clean.isascii() or not clean.isprintable() or " " in clean:
        raise BadInput(
            worded(
                "the API key of the profile {name!r} contains a space or an invalid character; "
                "copy only the key itself",
                name=profile.name,
            )
        )
    return clean


def read_profile(name: str, settings: Mapping[str, object]) -> Profile:
    """Return a profile with settings. Raises BadInput that names the setting at fault."""
    try:
        return Profile.model_validate({**settings, "name": name})
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        why = _why(fault, where)
        raise BadInput(
            worded(
                "the profile {name!r} cannot be saved: {where}: {why}", name=name[:60], where=where, why=why
            )
            if where
            else worded("the profile {name!r} cannot be saved: {why}", name=name[:60], why=why)
        ) from None


def _why(fault: ErrorDetails, where: str) -> object:
    """Return the words of a check of our own, or what to do about a fault that Pydantic found."""
    if fault["type"] == "value_error":
        return fault["ctx"]["error"]
    return _PATTERNS.get(where, remedy_of(fault)) if "pattern" in fault["type"] else remedy_of(fault)


_PATTERNS = {
    "name": worded("use up to 40 letters, digits, `.`, `_` and `-`, starting with a letter or digit"),
    "key_variable": worded("use the name of an environment variable, such as OPENAI_API_KEY"),
}
