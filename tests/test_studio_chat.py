"""The Chat page: interviews that leave no trace, and whispers that change a day."""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise

import pytest

from engine.api.run import CameOf
from engine.api.workspace import open_workspace
from engine.clock import DAY, parse_moment
from engine.models.profiles import Profile
from engine.records import Intention, Memory
from engine.row_ids import row_id
from engine.store.answers.profiles import learn_mode
from engine.store.writing.chats import Chat, Message
from studio.basics import text as text_component
from studio.talk.interview import avatar, current_chat, exchanges, suggestions
from studio.talk.streamed_answer import word_by_word
from studio.talk.whisper import not_yet_heard, terms
from studio.why.came_of import outcome_words
from tests.studios import lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


@pytest.fixture(autouse=True)
def _no_pace(monkeypatch):
    monkeypatch.setattr("studio.talk.streamed_answer._PACE", 0.0)


def chat(monkeypatch, town, agent="isabel", **link):
    return studio(monkeypatch, town.store.path.parent, "chat", agent=agent, **link)


def ask(at, question):
    at.chat_input[0].set_value(question).run()
    return well(at)


def test_it_begins_with_a_question_of_each_of_the_five_kinds(monkeypatch, town):
    said = [button.label for button in chat(monkeypatch, town).button]
    for kind in ("Self", "Memory", "Plans", "Reactions", "Reflections"):
        assert any(label.startswith(f"**{kind}**") for label in said)


def test_regression_21_an_interview_answer_is_shown_and_kept_and_leaves_no_trace(monkeypatch, town):
    before = town.at().fingerprint
    at = ask(chat(monkeypatch, town), "Are you giving a party?")
    kept = town.chats("isabel")[0]
    question, answer = town.chat_messages(kept.number)
    assert (question.text, question.speaker, answer.speaker) == ("Are you giving a party?", "person", "agent")
    assert answer.text == town.at().ask("isabel", "Are you giving a party?").text
    assert "leaves no trace" in words(at)
    assert "Isabel Moreno answers only from memory, plan and persona" in words(at)
    assert "Rehearsal model" in words(at)
    assert town.at().fingerprint == before


def test_a_reload_finds_the_talk_again_and_a_follow_up_goes_with_it(monkeypatch, town):
    ask(chat(monkeypatch, town), "What do you remember about Tomas Lind?")
    at = chat(monkeypatch, town)
    assert len(at.chat_message) == 2
    ask(at, "And since when?")
    assert len(at.chat_message) == 4
    assert len(town.chats("isabel")) == 1


def test_a_question_is_chosen_with_the_person_or_event_it_is_about(monkeypatch, town):
    at = chat(monkeypatch, town)
    key = f"ask-about-{town.number}-isabel-0"
    at.selectbox(key=f"{key}-kind").set_value("last_talk").run()
    at.selectbox(key=f"{key}-other").set_value("felix").run()
    at = press(at, f"{key}-go")
    (kept,) = town.chats("isabel")
    asked, answered = town.chat_messages(kept.number)
    assert asked.text == "When did you last talk with Felix Moreno?"
    assert "last talked" in answered.text or "last time we spoke" in answered.text
    at.selectbox(key=f"ask-about-{town.number}-isabel-1-kind").set_value("came").run()
    assert "Who came to the lantern party?" in words(at)


def test_a_suggestion_is_asked_at_a_press(monkeypatch, town):
    at = press(chat(monkeypatch, town), "suggest-isabel-Plans")
    assert town.chat_messages(town.chats("isabel")[0].number)[0].text.startswith("What are you going to do")
    assert len(at.chat_message) == 2


def test_an_earlier_self_can_be_asked(monkeypatch, town):
    morning = parse_moment("day 1 07:00")
    at = ask(chat(monkeypatch, town, at=morning), "Who are you?")
    assert town.chats("isabel")[0].minute == morning
    assert "Off the record, day 1 07:00" in words(at)


def test_a_talk_can_be_left_taken_up_again_and_deleted(monkeypatch, town):
    at = ask(chat(monkeypatch, town), "Who are you?")
    number = town.chats("isabel")[0].number
    press(at, "new-chat")
    assert len(at.chat_message) == 0
    press(at, f"open-chat-{number}")
    assert len(at.chat_message) == 2
    press(at, f"delete-chat-{number}")
    assert town.chats("isabel") == ()
    assert len(at.chat_message) == 0


def test_with_nobody_chosen_the_page_opens_on_somebody(monkeypatch, town):
    at = studio(monkeypatch, town.store.path.parent, "chat")
    assert at.chat_input
    said = at.query_params["agent"]
    agent = said[0] if isinstance(said, list) else said
    assert agent in town.town.cast.personas


def test_the_page_says_that_a_talk_is_kept_and_that_nobody_here_is_real(monkeypatch, town):
    said = words(chat(monkeypatch, town))
    assert "Interviews are saved in this workspace until you delete them." in said
    assert "The conversation is saved" in said
    assert "leaves no trace in the run" in said
    assert "All people here are fictional" in said


def test_all_talks_of_a_run_can_be_deleted_at_once(monkeypatch, town):
    ask(chat(monkeypatch, town), "Who are you?")
    at = ask(chat(monkeypatch, town, agent="bram"), "Who are you?")
    town.at().start_chat("bram", kind="whisper", title="Go home")
    press(at, f"delete-chats-{town.number}")
    assert [one.kind for one in town.chats()] == ["whisper"]
    assert len(at.chat_message) == 0


@pytest.mark.parametrize(
    ("question", "help_words"),
    [("I want to kill myself", "findahelpline.com"), ("我不想活了", "12356")],
)
def test_help_stands_above_any_answer_to_a_word_of_self_harm(monkeypatch, town, question, help_words):
    at = ask(chat(monkeypatch, town), question)
    assert help_words in words(at)
    assert help_words in words(chat(monkeypatch, town)), "a reload finds it too"
    at = ask(chat(monkeypatch, town, agent="bram"), "This queue is killing me")
    assert help_words not in words(at)


def test_help_stands_above_a_question_that_nobody_answered(monkeypatch, town):
    kept = town.at().start_chat("isabel", title="x")
    town.add_message(kept.number, "person", "I want to kill myself")
    assert "findahelpline.com" in words(chat(monkeypatch, town))


@pytest.mark.parametrize("text", ["Kill yourself, nobody needs you.", "我想自杀"])
def test_help_stands_above_what_becomes_of_such_a_whisper(monkeypatch, town, text):
    at = chat(monkeypatch, town, agent="yuna")
    at.segmented_control(key="chat-mode").set_value("whisper").run()
    at.text_area[0].set_value(text)
    said = words(pressed(pressed(at, "Preview"), "Whisper"))
    assert ("12356" if "我" in text else "findahelpline.com") in said


def test_a_file_of_help_that_cannot_be_used_is_named_and_the_usual_help_stands(monkeypatch, town):
    folder = town.store.path.parent / "care"
    folder.mkdir()
    (folder / "en.yaml").write_text("helpp: Talk to Ms Reed.", encoding="utf-8")
    said = words(ask(chat(monkeypatch, town), "I want to kill myself"))
    assert "care/en.yaml" in said
    assert "findahelpline.com" in said


def test_asked_who_speaks_it_says_so_and_a_note_stands_above(monkeypatch, town):
    said = words(ask(chat(monkeypatch, town), "Are you a person or an AI?"))
    assert "Isabel Moreno is an invented character. No person wrote this answer" in said
    answer = town.chat_messages(town.chats("isabel")[0].number)[1].text
    assert "computer program" in answer


def test_an_answer_that_claims_to_be_human_has_a_note_above(monkeypatch, town):
    kept = town.at().start_chat("isabel", title="x")
    town.add_message(kept.number, "person", "What are you?")
    town.add_message(kept.number, "agent", "I am a human being, like you.")
    assert "No person wrote this answer" in words(chat(monkeypatch, town))


def test_what_an_answer_rests_on_can_be_opened(monkeypatch, town):
    at = ask(chat(monkeypatch, town), "Are you giving a lantern party?")
    labels = [box.label for box in at.expander]
    assert any(label.startswith(("Based on", "What came to mind")) for label in labels)


def test_a_question_that_was_never_answered_can_be_asked_again(monkeypatch, town):
    kept = town.at().start_chat("isabel", title="Who are you?")
    town.add_message(kept.number, "person", "Who are you?")
    at = press(chat(monkeypatch, town), "again-0")
    assert [message.speaker for message in town.chat_messages(kept.number)] == ["person", "agent"]
    assert len(at.chat_message) == 2


def test_a_whisper_is_heard_at_once_and_shown_with_what_comes_of_it(monkeypatch, town):
    at = chat(monkeypatch, town, agent="yuna")
    at.segmented_control(key="chat-mode").set_value("whisper").run()
    assert "What will happen" in words(at)
    before = town.at().fingerprint
    at.text_area[0].set_value("Tell Edda Lind that you want to stay.")
    said = words(pressed(pressed(at, "Preview"), "Whisper"))
    assert "Yuna Sato heard it at day" in said
    heard = town.at().memories("yuna", kinds=("whisper",)).items
    assert len(heard) == 1
    assert "Tell Edda Lind that you want to stay." in heard[0].text
    assert town.at().fingerprint != before
    assert "No effect yet." in said


@pytest.mark.soak
def test_what_came_of_a_whisper_says_in_words_whether_it_was_done(monkeypatch, town):
    town.whisper("yuna", "Invite Zebulon Pike to supper.")
    town.whisper("yuna", "Have a party at the Quay on day 4 at 17:00.")
    town.whisper("yuna", "The sea is very blue.")
    town.live("day 2 07:30")
    said = words(chat(monkeypatch, town, agent="yuna", section="whisper"))
    assert "Failed: day 2" in said
    assert "Reason: Yuna Sato knows nobody called Zebulon Pike" in said
    assert "Not done yet, planned for day 4 17:00" in said
    assert "It stays a thought" in said
    before = words(chat(monkeypatch, town, agent="yuna", section="whisper", at=DAY - 10))
    assert "Zebulon" not in before, "at that moment nobody had whispered yet"


@pytest.mark.parametrize(
    ("outcome", "kind", "told"),
    [
        ("done", "deed", "Done: day 2 12:00"),
        ("failed", "deed", "Failed: day 2 12:00"),
        ("agreed", "request", "Agreed: day 2 12:00"),
        ("dropped", "deed", "Dropped: day 2 12:00"),
        ("late", "deed", "Not done yet; planned for day 2 10:00"),
        ("ahead", "deed", "Not done yet, planned for day 2 10:00"),
        ("under_way", "occasion", "In progress since day 2 12:00"),
        ("kept_to", "prohibition", "Avoided since day 1 12:00"),
        ("kept_to", "secret", "Kept secret since day 1 12:00"),
        ("kept_to", "feeling", "Felt since day 1 12:00"),
        ("daily", "habit", "A habit since day 1 12:00"),
    ],
)
def test_each_outcome_has_its_words(outcome, kind, told):
    began, now = row_id(12 * 60, 1, 1), row_id(DAY + 12 * 60, 1, 1)
    row = Intention(
        id=now, agent="a", kind=kind, state="held", deed="go", memory=7, began=began, when=DAY + 600
    )
    assert outcome_words(CameOf(row=row, outcome=outcome, minute=row.minute)) == told


def why_not(at, words_in_it):
    next(one for one in at.text_input if one.label.startswith("Why not another")).set_value(words_in_it)
    return words(well(at.run()))


@pytest.mark.nightly
def test_why_a_memory_is_not_in_an_answer_is_said_of_any(monkeypatch, town):
    at = ask(chat(monkeypatch, town), "Are you giving a party?")
    kept = town.chats("isabel")[0]
    at = open_up(at, f"rests-{kept.number}-0")
    came = {one.id for one, _ in town.at(kept.minute).recall("isabel", "Are you giving a party?")}
    every = [one for one, _ in town.at(kept.minute).recall("isabel", "Are you giving a party?", count=10**6)]
    cited = set(town.chat_messages(kept.number)[-1].recalled)
    far = next(one for one in reversed(every) if one.id not in came and len(one.text) < 150)
    near = next(one for one in every if one.id in came and one.id not in cited)
    assert f"it ranks {every.index(far) + 1} of {len(every)}" in why_not(at, far.text)
    assert f"It came to mind, ranking {every.index(near) + 1}" in why_not(at, near.text)
    assert "No memory up to that moment contains these words" in why_not(at, "xylophone")
    for hostile in ("<script>", "\x00", "' OR 1=1 --", "*" * 200):
        why_not(at, hostile)


def test_before_anything_was_lived_the_first_day_can_begin_from_here(monkeypatch, tmp_path):
    with open_workspace(tmp_path / "new") as workspace:
        run = workspace.runs.new("three-neighbours")
        begun = []
        monkeypatch.setattr(type(run), "start", lambda self, until: begun.append((self.row.id, until)))
        at = studio(monkeypatch, tmp_path / "new", "chat")
        assert "There is nothing to see and nobody to ask yet" in words(at)
        press(at, "not-founded-action")
        assert begun == [(run.row.id, 1440)]
        run.live("day 1 00:30")
        at = studio(monkeypatch, tmp_path / "new", "chat")
        assert "nobody to ask" not in words(at)


def pressed(at, label):
    next(button for button in at.button if button.label == label).click()
    return well(at.run())


def whispering(monkeypatch, town, text, agent="yuna"):
    at = chat(monkeypatch, town, agent=agent)
    at.segmented_control(key="chat-mode").set_value("whisper").run()
    at.text_area[0].set_value(text)
    return pressed(at, "Preview")


def test_a_whisper_is_shown_as_understood_with_what_it_would_change_before_it_is_heard(monkeypatch, town):
    before = town.at().fingerprint
    at = whispering(monkeypatch, town, "Have a party at the Quay on day 3 at 17:00.")
    said = words(at)
    assert "Understood as: gathering: have a party, at Quay, day 3 17:00" in said
    assert "What it would change" in said
    assert "Nothing is saved" in said
    assert at.text_area[0].value == "Have a party at the Quay on day 3 at 17:00."
    assert town.at().fingerprint == before


def labelled(fields, label):
    return [field for field in fields if field.label == label]


def intended(town, agent="yuna"):
    """What somebody was just whispered, as it is meant a while later."""
    town.live(max(town.clock, 1440 + 9 * 60))
    (heard,) = town.at().memories(agent, kinds=("whisper",)).items
    return [outcome.row for outcome in town.story().came_of(heard.id)]


def test_what_is_understood_can_be_changed_before_it_is_heard(monkeypatch, town):
    text = "Have a party at the Quay on day 3 at 17:00."
    at = whispering(monkeypatch, town, text)
    labelled(at.selectbox, "Where")[0].set_value("Harbour Café/counter")
    labelled(at.multiselect, "Except")[0].set_value(["odile"])
    labelled(at.text_input, "When")[0].set_value("day 3 18:30")
    pressed(well(at.run()), "Whisper")
    kinds = {row.kind: row for row in intended(town)}
    assert (kinds["occasion"].place, kinds["occasion"].when) == ("Harbour Café/counter", 2 * 1440 + 1110)
    assert kinds["prohibition"].others == ("odile",)
    assert text in town.at().memories("yuna", kinds=("whisper",)).items[0].text


def test_a_whisper_is_taken_back_until_it_was_acted_on(monkeypatch, town):
    at = pressed(whispering(monkeypatch, town, "Tell Bram that the ferry is cancelled."), "Whisper")
    at = pressed(at, "Undo")
    assert [done.stands for done in town.at().interventions if done.entry.verb == "whisper"] == [False]
    assert not labelled(at.button, "Undo")


def test_a_whisper_that_was_acted_on_cannot_be_taken_back(monkeypatch, town):
    town.whisper("yuna", intend="{kind: visit, where: Quay}")
    town.live("day 2 12:00")
    assert [row.state for row in intended(town)] == ["done"]
    at = chat(monkeypatch, town, agent="yuna")
    at.segmented_control(key="chat-mode").set_value("whisper").run()
    assert "Effects" in words(well(at))
    assert not labelled(at.button, "Undo")


def test_a_name_in_a_whisper_that_nobody_bears_is_said_and_the_nearest_is_written_by_a_button(
    monkeypatch, town
):
    at = whispering(monkeypatch, town, "Tell Bramm that the ferry is cancelled.")
    assert len(re.findall("nobody here is called Bramm", words(at), re.IGNORECASE)) == 1
    assert "Bramm is unknown, so this part of the whisper will have no effect." in words(at)
    next(one for one in at.button if one.label == "Change to Bram").click()
    at = well(at.run())
    assert at.text_area[0].value == "Tell Bram that the ferry is cancelled."
    assert "nobody here is called" not in words(at)


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("Meet Bram at the Swan tomorrow at three.", "no place here is called Swan"),
        ("Meet Bram at the Quay tomorrow at 25:00.", r"25\:00 is not a valid time"),
    ],
)
def test_a_place_or_a_time_that_there_is_not_is_said_before_it_is_heard(monkeypatch, town, text, warning):
    assert warning.lower() in words(whispering(monkeypatch, town, text)).lower()


def test_a_name_near_to_none_of_the_town_has_no_button(monkeypatch, town):
    text = "Tell Zebedee Quux that the ferry is cancelled."
    at = whispering(monkeypatch, town, text)
    assert "nobody here is called Zebedee Quux" in words(at)
    assert not [one for one in at.button if one.label.startswith("Change to ")]


def test_to_whom_it_is_can_be_changed(monkeypatch, town):
    at = whispering(monkeypatch, town, "Tell Bram that the ferry is cancelled.")
    (whom,) = labelled(at.multiselect, "To whom")
    assert whom.value == ["bram"]
    whom.set_value(["odile"])
    pressed(well(at.run()), "Whisper")
    assert [row.others for row in intended(town)] == [("odile",)]


@pytest.mark.soak
def test_each_of_several_things_that_a_whisper_asks_has_its_fields(monkeypatch, town):
    at = whispering(
        monkeypatch, town, "Go to the Quay on day 3 at 17:00, and then tell Bram that the ferry is cancelled."
    )
    labelled(at.selectbox, "Where")[0].set_value("Harbour Café/counter")
    labelled(at.multiselect, "To whom")[0].set_value(["odile"])
    pressed(well(at.run()), "Whisper")
    visit, message = intended(town)
    assert visit.place == "Harbour Café/counter"
    assert (message.kind, message.others) == ("message", ("odile",))


def test_what_fields_cannot_say_is_left_to_the_text(monkeypatch, town):
    text = "Go to the Quay on day 3 at 17:00 and do not ask about the ferry."
    at = whispering(monkeypatch, town, text)
    assert "To change how this is understood, edit the text." in words(at)


def test_a_message_to_nobody_is_refused_in_words(monkeypatch, town):
    at = whispering(monkeypatch, town, "Tell Bram that the ferry is cancelled.")
    labelled(at.multiselect, "To whom")[0].set_value([])
    at = well(at.run())
    assert "this message is incomplete" in words(at)
    assert not labelled(at.button, "Whisper"), "it cannot be sent as it stands"
    assert at.text_area[0].value == "Tell Bram that the ferry is cancelled."


def test_a_moment_that_is_none_is_said_to_be_none(monkeypatch, town):
    at = whispering(monkeypatch, town, "Have a party at the Quay on day 3 at 17:00.")
    labelled(at.text_input, "When")[0].set_value("day 3 99:99")
    said = words(well(at.run()))
    assert "is not a time of day" in said


@pytest.mark.soak
def test_what_is_typed_goes_along_into_the_fork(monkeypatch, town):
    at = whispering(monkeypatch, town, "Go home.")
    press(at, "whisper-fork")
    assert at.session_state["tw-chosen-run"] != town.row.id
    assert at.text_area[0].value == "Go home."


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "**Go** home", "Go \x1b[31mhome"])
def test_markup_in_a_whisper_is_shown_as_it_was_typed(monkeypatch, town, text):
    at = whispering(monkeypatch, town, text)
    assert "What it would change" in words(at)


def test_a_whisper_into_the_past_offers_a_fork(monkeypatch, town):
    at = chat(monkeypatch, town, at=parse_moment("day 1 12:00"))
    at.segmented_control(key="chat-mode").set_value("whisper").run()
    assert "which is in the past" in words(well(at))
    press(at, "whisper-fork-past")
    assert at.session_state["tw-chosen-run"] != town.row.id


def test_an_empty_whisper_is_not_sent(monkeypatch, town):
    at = chat(monkeypatch, town)
    at.segmented_control(key="chat-mode").set_value("whisper").run()
    assert "Write a sentence to whisper first" in words(pressed(at, "Preview"))
    assert town.at().memories("isabel", kinds=("whisper",)).total == 0


# ---- an answer that a server streams

HOSTILE = "It is :material/home:, dear, $at last$ & `now`, as you _see_."


@pytest.fixture
def served(tmp_path, chaos, monkeypatch):
    """A town whose answers in interviews come from a server, letter by letter."""
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    monkeypatch.setattr(chaos, "good", json.dumps({"answer": HOSTILE, "because": [1]}))
    monkeypatch.setattr(chaos, "pieces", 10_000)

    def lived_with(model):
        workspace.models.keep(Profile(name="odd", base_url=chaos.base_url, model=model))
        learn_mode(workspace.store, chaos.base_url, model, 1)
        run = workspace.runs.new("three-neighbours", model="rehearsal, interview=odd")
        run.live(7 * 60)
        return run

    with open_workspace(tmp_path / "ws") as workspace:
        yield lived_with


@pytest.fixture
def shown(monkeypatch):
    """What is shown of an answer, one after the other."""
    texts = []

    def story(text, *more, **options):
        texts.append(text)
        return drawn(text, *more, **options)

    drawn = text_component.story
    monkeypatch.setattr("studio.talk.streamed_answer.story", story)
    return texts


@pytest.mark.soak
def test_an_answer_is_shown_as_it_comes_and_kept_as_it_was_checked(monkeypatch, served, shown):
    town = served("well")
    at = ask(chat(monkeypatch, town, agent="otto"), "How are you?")
    question, answer = town.chat_messages(town.chats("otto")[0].number)
    assert (question.text, answer.text, answer.speaker) == ("How are you?", HOSTILE, "agent")
    assert len(answer.recalled) == 1
    assert len(shown) > 50
    assert all(new.startswith(old) for old, new in pairwise(shown))
    assert shown[-1] == HOSTILE
    assert html.escape(HOSTILE) in words(at)
    assert HOSTILE not in words(at)


@pytest.mark.soak
def test_the_words_of_an_answer_that_fails_are_not_left_standing(monkeypatch, served, shown):
    town = served("stream-error")
    at = chat(monkeypatch, town, agent="otto")
    at.chat_input[0].set_value("How are you?").run()
    said = words(well(at))
    assert shown, "something was heard"
    assert not [text for text in shown if f">{html.escape(text)}</div>" in said]
    assert "does not follow the API" in said or "broke off" in said
    (question,) = town.chat_messages(town.chats("otto")[0].number)
    assert question.speaker == "person"
    assert "again-0" in [button.key for button in chat(monkeypatch, town, agent="otto").button]


def test_an_answer_that_is_whole_at_once_is_shown_word_by_word(monkeypatch, town, shown):
    ask(chat(monkeypatch, town), "Who are you?")
    answer = town.chat_messages(town.chats("isabel")[0].number)[1].text
    assert shown == list(word_by_word(answer))


# ---- the logic


def message(speaker, text, recalled=()):
    return Message(speaker=speaker, text=text, recalled=recalled)


def test_messages_become_questions_with_their_answers():
    said = [message("person", "a?"), message("agent", "b", (3,)), message("person", "c?")]
    first, second = exchanges(said)
    assert (first.question, first.answer, first.because) == ("a?", "b", (3,))
    assert (second.question, second.answer) == ("c?", None)
    assert exchanges([message("agent", "out of nowhere")]) == []


def test_the_chat_to_go_on_with_is_the_chosen_or_the_newest_of_the_moment():
    def one(number, minute):
        return Chat(number=number, run=1, agent="ada", minute=minute, kind="interview", title="", created="")

    kept = [one(3, 60), one(2, 30), one(1, 60)]
    assert current_chat(kept, 60, None).number == 3
    assert current_chat(kept, 60, 2).number == 2
    assert current_chat(kept, 60, 0) is None
    assert current_chat(kept, 90, None) is None


def test_a_text_grows_word_by_word_and_keeps_its_lines():
    assert list(word_by_word("One two.\n\n Three")) == ["One", "One two.", "One two.\n\n Three"]
    assert list(word_by_word(" \n")) == []


def test_an_odd_emoji_becomes_a_plain_face(town):
    persona = town.scenario.persona("isabel")
    assert avatar(persona) == persona.emoji
    assert avatar(type(persona)(id="x", name="X", home="y", emoji="not one")) == ":material/face:"


def test_suggestions_name_somebody_the_agent_knows(town):
    asked = {one.kind: one.question for one in suggestions(town, "isabel")}
    assert asked["Memory"] == "What do you remember about Tomas Lind?"


def test_the_terms_of_a_whisper_say_when_it_is_heard(town):
    assert "immediately, at the town's current time: about day 2" in terms(town, "isabel", "Isabel")[0]


def test_a_whisper_waits_until_a_memory_holds_it():
    heard = Memory(id=1, agent="ada", kind="whisper", text="A voice said: go  home now", importance=8)
    assert not_yet_heard(["go home  now", "stay"], [heard]) == ["stay"]


def test_one_asks_as_somebody_and_it_stands_beside_the_question(monkeypatch, town):
    at = chat(monkeypatch, town, agent="tomas")
    at.selectbox(key=f"ask-as-{town.number}-tomas").set_value("a reporter").run()
    at = ask(at, "Do you have a secret?")
    assert "asked as a reporter" in words(at)
    kept = town.chat_messages(town.chats("tomas")[0].number)
    assert kept[0].asked_by == "a reporter"
    assert kept[1].text == town.at().ask("tomas", "Do you have a secret?", asked_by="a reporter").text
    assert "asked as a reporter" in words(chat(monkeypatch, town, agent="tomas"))


def test_the_fingerprint_stands_before_and_after_an_answer(monkeypatch, town):
    at = ask(chat(monkeypatch, town), "Who are you?")
    print_ = town.at().fingerprint[:8]
    mark = next(one for one in at.caption if "The town is unchanged" in one.value)
    assert mark.help == f"Fingerprint before `{print_}`, after `{print_}`: identical"
    assert "Fingerprint before" not in words(at), "the digits are behind the mark"


def test_a_sentence_that_nothing_speaks_for_is_marked(monkeypatch, town):
    kept = town.at().start_chat("isabel", title="x")
    town.add_message(kept.number, "person", "Whom did you see?")
    said = "I saw <b>Klaus</b> Meier."
    town.add_message(kept.number, "agent", said, unfounded=[said])
    shown = words(chat(monkeypatch, town))
    assert "Nothing recalled or known supports this" in shown
    assert "<b>Klaus" not in shown


def test_an_answer_without_a_faculty_stands_beside_the_full_one(monkeypatch, town):
    at = ask(chat(monkeypatch, town), "What did you do today?")
    number = town.chats("isabel")[0].number
    at.session_state[f"left-{number}-0"] = True
    at.run()
    at.session_state[f"without-{number}-0"] = ["planning"]
    at = press(at.run(), f"ask-without-{number}-0")
    said = words(well(at))
    assert "Without planning" in said
    assert "With all faculties" in said
