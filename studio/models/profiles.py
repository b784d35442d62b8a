"""Profiles of served models: each as a card with a connection test, and the form to create one."""

from __future__ import annotations

import streamlit as st

from engine.api.models import (
    DEADLINE,
    MOST_DEADLINE,
    Examination,
    Finding,
    ListPrice,
    Profile,
    list_price,
    parameter_lines,
    read_profile,
    with_parameters,
)
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.tr import tr, tr_in, tr_n, tr_worded
from studio.frame.page import in_plain_words

_MARKS = {
    True: ":green[:material/check_circle:]",
    False: ":red[:material/error:]",
    None: ":yellow[:material/info:]",
}
_PRICE_FIELDS = {"tokens_in": "price-in", "cached": "price-cached", "tokens_out": "price-out"}


def profiles() -> None:
    """Draw every profile, and the form for another one."""
    st.subheader(tr("Language models"), anchor=False)
    known = session.workspace().models.profiles()
    if not known:
        plain(
            tr(
                "You have no language models yet. Towns run without one; to use one, add OpenAI, "
                "Ollama, llama.cpp, vLLM, LM Studio or another server with an OpenAI-compatible "
                "API."
            ),
            muted=True,
        )
    for profile in known.values():
        _card(profile)
    with st.expander(tr("Add a model"), icon=":material/add:", key="profile-new", expanded=not known):
        _form(None)


def _card(profile: Profile) -> None:
    with st.container(border=True, key=f"profile-{profile.name}"):
        st.markdown(f"**{escape_md(profile.name)}** · {escape_md(shorten(profile.model, 80))}")
        plain(
            f"{profile.base_url} · {_price_words(profile)} · {_calls_words(profile)}", muted=True, small=True
        )
        _suggestion(profile)
        if profile.embeddings:
            said = tr("Memories are also found by meaning, with {model}.", model=profile.embeddings)
            plain(said, muted=True, small=True)
        _key(profile)
        with st.container(horizontal=True, vertical_alignment="center"):
            tested = st.button(
                tr("Test connection"),
                key=f"test-{profile.name}",
                icon=":material/network_check:",
                type="primary",
            )
            st.button(
                tr("Remove"), key=f"remove-{profile.name}", icon=":material/delete:", type="tertiary",
                on_click=_remove, args=(profile.name,),
            )  # fmt: skip
        if tested:
            _test(profile)
        found: Examination | None = session.recalled(f"tested-{profile.name}", None)
        for finding in found.findings if found else ():
            _finding(finding)
        with st.expander(tr("Edit"), icon=":material/edit:", key=f"change-{profile.name}"):
            _form(profile)


def _calls_words(profile: Profile) -> str:
    return tr_n(
        "one call at a time, timeout {seconds:g} s",
        "{n} calls at a time, timeout {seconds:g} s",
        profile.concurrency,
        seconds=profile.timeout,
    )


def _price_words(profile: Profile) -> str:
    """Return the prices of a profile in words; never `0` for an unknown price."""
    if profile.prices is None:
        return tr("price unknown; only tokens are counted")
    prices = profile.prices
    words = tr(
        "{currency} per million tokens: {read:g} input, {written:g} output",
        read=prices.tokens_in,
        written=prices.tokens_out,
        currency=profile.currency,
    )
    if not profile.embeddings:
        return words
    if prices.embedding is None:
        return tr("{prices}; embeddings price unknown", prices=words)
    return tr("{prices}; embeddings {price:g}", prices=words, price=prices.embedding)


def list_words(found: ListPrice) -> str:
    """Return list prices in words.

    Such as `List price of 2025-06-03, in USD per million tokens: 2.5 input (1.25 cached), 10 output.`.
    """
    prices = found.prices
    told = {
        "read": f"{prices.tokens_in:g}",
        "written": f"{prices.tokens_out:g}",
        "currency": found.currency,
        "day": found.as_of,
    }
    if prices.cached is None:
        return tr(
            "List price of {day}, in {currency} per million tokens: {read} input, {written} output.", **told
        )
    return tr(
        "List price of {day}, in {currency} per million tokens: {read} input ({cached} cached), "
        "{written} output.",
        cached=f"{prices.cached:g}",
        **told,
    )


def _suggestion(profile: Profile) -> None:
    """Draw the list prices of the model's provider, with a button to fill them in."""
    found = list_price(profile) if profile.prices is None else None
    if found is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        plain(list_words(found), muted=True, small=True)
        st.button(
            tr("Use the list prices of {day}", day=found.as_of),
            key=f"list-price-{profile.name}", type="tertiary", icon=":material/sell:",
            on_click=_take_list_price, args=(profile, found),
            help=tr("Prices change, so compare them with your provider's page. You can edit them below."),
        )  # fmt: skip


def _take_list_price(profile: Profile, found: ListPrice) -> None:
    changes = {"prices": found.prices, "currency": found.currency}
    session.workspace().models.keep(profile.model_copy(update=changes))
    for name, field in _PRICE_FIELDS.items():
        session.follow_widget(f"{field}-{profile.name}", getattr(found.prices, name))


def _key(profile: Profile) -> None:
    typed = profile.name in session.keys().typed()
    source = (
        tr("from ${variable}", variable=profile.key_variable) if profile.key_variable else tr("not needed")
    )
    said = st.text_input(
        tr("API key"), type="password", key=f"key-{profile.name}", width=360,
        placeholder=tr("entered for this window") if typed else source,
        help=tr("Kept only in the memory of this window, never in a file, database or log."),
    )  # fmt: skip
    if said:
        session.type_key(profile.name, said)


def _test(profile: Profile) -> None:
    asking = tr("Testing {model} with a few small questions…", model=escape_md(profile.name))
    with st.spinner(asking), in_plain_words():
        found = session.workspace().models.test(profile.name, session.keys())
        session.remember(f"tested-{profile.name}", found)


def _finding(finding: Finding) -> None:
    what, words = tr_worded(finding.what), tr_worded(finding.words)
    st.markdown(f"{_MARKS[finding.ok]} **{escape_md(what)}** {escape_md(words)}")


def _remove(name: str) -> None:
    session.workspace().models.remove(name)


def _form(profile: Profile | None) -> None:
    key = profile.name if profile else "new"
    with st.form(f"profile-form-{key}", border=False):
        name = (
            profile.name
            if profile
            else st.text_input(tr("Name"), key="profile-name", max_chars=40, placeholder="local")
        )
        base_url = st.text_input(
            tr("Address"), key=f"url-{key}", value=profile.base_url if profile else "",
            placeholder="http://127.0.0.1:8080/v1", max_chars=400,
        )  # fmt: skip
        left, right = st.columns(2)
        model = left.text_input(
            tr("Model"), key=f"model-{key}", value=profile.model if profile else "", max_chars=200
        )
        variable = right.text_input(
            tr("Environment variable with the key"), key=f"variable-{key}", max_chars=80,
            value=profile.key_variable if profile else "", placeholder="OPENAI_API_KEY",
        )  # fmt: skip
        *price_columns, last = st.columns(4)
        labels = (
            tr("Input price per 1M tokens"),
            tr("Cached price per 1M tokens"),
            tr("Output price per 1M tokens"),
        )
        fields = zip(price_columns, _PRICE_FIELDS.items(), labels, strict=True)
        prices = {
            price: column.number_input(
                label, 0.0, None, getattr(profile.prices, price) if profile and profile.prices else None,
                key=f"{field}-{key}",
                placeholder=tr("same as input") if price == "cached" else tr("unknown"),
            )
            for column, (price, field), label in fields
        }  # fmt: skip
        at_once = last.number_input(
            tr("Parallel calls"), 1, 256, profile.concurrency if profile else 4, key=f"at-once-{key}"
        )
        embeds, embed_price = st.columns([2, 1])
        embeddings = embeds.text_input(
            tr("Embedding model (optional)"), key=f"embeddings-{key}", max_chars=200,
            value=profile.embeddings if profile else "", placeholder=tr("none: memories are found by words"),
            help=tr(
                "A model on the same server that also finds memories by meaning; most searches "
                    "then need one more short request. A run keeps the model it started with, but a "
                    "fork can change it."
            ),
        )  # fmt: skip
        embedding = embed_price.number_input(
            tr("Embedding price per 1M tokens"), 0.0, None,
            profile.prices.embedding if profile and profile.prices else None,
            key=f"price-embedding-{key}", placeholder=tr("unknown"),
        )  # fmt: skip
        ask_prefix, keep_prefix = st.columns(2)
        question_prefix = ask_prefix.text_input(
            tr("Embeddings: question prefix"), key=f"question-prefix-{key}", max_chars=60,
            value=profile.question_prefix if profile else "", placeholder=tr("nothing"),
            help=tr(
                "Some embedding models expect a prefix before questions and another before "
                    "memories, such as “query: ” and “passage: ”; see the model's documentation. "
                    "Include any trailing space."
            ),
        )  # fmt: skip
        memory_prefix = keep_prefix.text_input(
            tr("Embeddings: memory prefix"), key=f"memory-prefix-{key}", max_chars=60,
            value=profile.memory_prefix if profile else "", placeholder=tr("nothing"),
        )  # fmt: skip
        parameters = st.text_area(
            tr("Parameters (optional)"), key=f"parameters-{key}", max_chars=4_000, height=100,
            value="\n".join(parameter_lines(profile.parameters)) if profile else "",
            placeholder="temperature=0.7\nreasoning_effort=none",
            help=tr(
                "Sent with every request, one per line as NAME=VALUE. You can use any parameter that your "
                    "server supports; write nested ones with dots, such as "
                    "chat_template_kwargs.enable_thinking=false."
            ),
        )  # fmt: skip
        seconds = st.number_input(
            tr("Timeout in seconds"), 1.0, MOST_DEADLINE, profile.timeout if profile else DEADLINE, step=30.0,
            format="%g", key=f"seconds-{key}", width=220,
            help=tr(
                "Time limit for one call, including all its requests. A slow machine may need more "
                    "time to plan a day."
            ),
        )  # fmt: skip
        go = st.form_submit_button(tr_in("in a form", "Save"), type="primary", key=f"keep-{key}")
    if not go:
        return
    kept: dict[str, object] = profile.model_dump(exclude={"name"}) if profile else {}
    priced = prices["tokens_in"] is not None and prices["tokens_out"] is not None
    kept |= {
        "base_url": base_url.strip(),
        "model": model.strip(),
        "key_variable": variable.strip(),
        "concurrency": int(at_once),
        "timeout": seconds,
        "embeddings": embeddings.strip(),
        "question_prefix": question_prefix,
        "memory_prefix": memory_prefix,
        "prices": {**prices, "embedding": embedding} if priced else None,
    }
    with in_plain_words():
        kept["parameters"] = with_parameters(filter(str.strip, parameters.splitlines()), {})
        session.workspace().models.keep(read_profile(name.strip(), kept))
        st.rerun()
