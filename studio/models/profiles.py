"""Profiles of served models: each as a card with its connection tested, and the form that makes one."""

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
    read_profile,
)
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.frame.page import in_plain_words

_MARKS = {
    True: ":green[:material/check_circle:]",
    False: ":red[:material/error:]",
    None: ":yellow[:material/info:]",
}
_PRICE_FIELDS = {"tokens_in": "price-in", "cached": "price-cached", "tokens_out": "price-out"}


def profiles() -> None:
    """Every profile, and the way to another one."""
    st.subheader("Language models", anchor=False)
    known = session.workspace().models.profiles()
    if not known:
        plain(
            "There is none yet, and none is needed. With one, a town can think with OpenAI, Ollama, "
            "llama.cpp, vLLM, LM Studio, or any server that speaks the same protocol.",
            muted=True,
        )
    for profile in known.values():
        _card(profile)
    with st.expander("Add a model", icon=":material/add:", key="profile-new", expanded=not known):
        _form(None)


def _card(profile: Profile) -> None:
    with st.container(border=True, key=f"profile-{profile.name}"):
        st.markdown(f"**{escape_md(profile.name)}** · {escape_md(shorten(profile.model, 80))}")
        plain(
            f"{profile.base_url} · {_price_words(profile)} · {_calls_words(profile)}", muted=True, small=True
        )
        _suggestion(profile)
        if profile.embeddings:
            plain(f"Memories are also found by meaning, with {profile.embeddings}.", muted=True, small=True)
        _key(profile)
        with st.container(horizontal=True, vertical_alignment="center"):
            tested = st.button(
                "Test connection", key=f"test-{profile.name}", icon=":material/network_check:", type="primary"
            )
            st.button(
                "Remove", key=f"remove-{profile.name}", icon=":material/delete:", type="tertiary",
                on_click=_remove, args=(profile.name,),
            )  # fmt: skip
        if tested:
            _test(profile)
        found: Examination | None = session.recalled(f"tested-{profile.name}", None)
        for finding in found.findings if found else ():
            _finding(finding)
        with st.expander("Change it", icon=":material/edit:", key=f"change-{profile.name}"):
            _form(profile)


def _calls_words(profile: Profile) -> str:
    at_once = "one call at once" if profile.concurrency == 1 else f"{profile.concurrency} calls at once"
    return f"{at_once}, {profile.timeout:g} s for each"


def _price_words(profile: Profile) -> str:
    """Never `0` for what nobody has said."""
    if profile.prices is None:
        return "price unknown: tokens are counted"
    prices = profile.prices
    words = f"{prices.tokens_in:g} in and {prices.tokens_out:g} out per million tokens, {profile.currency}"
    if profile.embeddings:
        words += f"; embedding {'unknown' if prices.embedding is None else f'{prices.embedding:g}'}"
    return words


def _suggestion(profile: Profile) -> None:
    """What the model costs by its provider's list, for whoever wants to take that over."""
    found = list_price(profile) if profile.prices is None else None
    if found is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        plain(f"{found.words()}.", muted=True, small=True)
        st.button(
            f"Fill in the list prices of {found.as_of}", key=f"list-price-{profile.name}", type="tertiary",
            icon=":material/sell:", on_click=_take_list_price, args=(profile, found),
            help="Prices change: compare them with your provider's page. They can be changed below.",
        )  # fmt: skip


def _take_list_price(profile: Profile, found: ListPrice) -> None:
    changes = {"prices": found.prices, "currency": found.currency}
    session.workspace().models.keep(profile.model_copy(update=changes))
    for name, field in _PRICE_FIELDS.items():
        session.follow_widget(f"{field}-{profile.name}", getattr(found.prices, name))


def _key(profile: Profile) -> None:
    typed = profile.name in session.keys().typed()
    source = f"taken from ${profile.key_variable}" if profile.key_variable else "none needed"
    said = st.text_input(
        "Key", type="password", key=f"key-{profile.name}", width=360,
        placeholder="typed for this window" if typed else source,
        help="Kept in the memory of this window alone: in no file, no database and no log.",
    )  # fmt: skip
    if said:
        session.type_key(profile.name, said)


def _test(profile: Profile) -> None:
    with st.spinner(f"Asking {escape_md(profile.name)} a few small questions…"), in_plain_words():
        found = session.workspace().models.test(profile.name, session.keys())
        session.remember(f"tested-{profile.name}", found)


def _finding(finding: Finding) -> None:
    st.markdown(f"{_MARKS[finding.ok]} **{escape_md(finding.what)}** {escape_md(finding.words)}")


def _remove(name: str) -> None:
    session.workspace().models.remove(name)


def _form(profile: Profile | None) -> None:
    key = profile.name if profile else "new"
    with st.form(f"profile-form-{key}", border=False):
        name = (
            profile.name
            if profile
            else st.text_input("Name", key="profile-name", max_chars=40, placeholder="local")
        )
        base_url = st.text_input(
            "Address", key=f"url-{key}", value=profile.base_url if profile else "",
            placeholder="http://127.0.0.1:8080/v1", max_chars=400,
        )  # fmt: skip
        left, right = st.columns(2)
        model = left.text_input(
            "Model", key=f"model-{key}", value=profile.model if profile else "", max_chars=200
        )
        variable = right.text_input(
            "Environment variable with the key", key=f"variable-{key}", max_chars=80,
            value=profile.key_variable if profile else "", placeholder="OPENAI_API_KEY",
        )  # fmt: skip
        *price_columns, last = st.columns(4)
        labels = ("Price of a million tokens in", "… of them cached", "… and out")
        fields = zip(price_columns, _PRICE_FIELDS.items(), labels, strict=True)
        prices = {
            price: column.number_input(
                label, 0.0, None, getattr(profile.prices, price) if profile and profile.prices else None,
                key=f"{field}-{key}", placeholder="as the others" if price == "cached" else "unknown",
            )
            for column, (price, field), label in fields
        }  # fmt: skip
        at_once = last.number_input(
            "Calls at once", 1, 256, profile.concurrency if profile else 4, key=f"at-once-{key}"
        )
        embeds, embed_price = st.columns([2, 1])
        embeddings = embeds.text_input(
            "Embeddings model (optional)", key=f"embeddings-{key}", max_chars=200,
            value=profile.embeddings if profile else "", placeholder="none: memories are found by words",
            help="A model of the same server. With it, memories are also found by what they mean: one short "
            "request more in most recalls. A run keeps to what it began with; a fork may change it.",
        )  # fmt: skip
        embedding = embed_price.number_input(
            "Price of a million embedded", 0.0, None,
            profile.prices.embedding if profile and profile.prices else None,
            key=f"price-embedding-{key}", placeholder="unknown",
        )  # fmt: skip
        ask_prefix, keep_prefix = st.columns(2)
        question_prefix = ask_prefix.text_input(
            "Embeddings: before a question", key=f"question-prefix-{key}", max_chars=60,
            value=profile.question_prefix if profile else "", placeholder="nothing",
            help="Some embeddings models want a word before a question and another before what may answer "
            "it; their own page says which, as in “query: ” and “passage: ”. A space at the end counts.",
        )  # fmt: skip
        memory_prefix = keep_prefix.text_input(
            "… and before a memory", key=f"memory-prefix-{key}", max_chars=60,
            value=profile.memory_prefix if profile else "", placeholder="nothing",
        )  # fmt: skip
        seconds = st.number_input(
            "Seconds for a call", 1.0, MOST_DEADLINE, profile.timeout if profile else DEADLINE, step=30.0,
            format="%g", key=f"seconds-{key}", width=220,
            help="All that one call may take, whatever the server does. A model on a slow machine may need "
            "more for the plan of a day.",
        )  # fmt: skip
        go = st.form_submit_button("Keep it", type="primary", key=f"keep-{key}")
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
        session.workspace().models.keep(read_profile(name.strip(), kept))
        st.rerun()
