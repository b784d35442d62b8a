"""The languages of towns: each has every sentence of the engine, and no town is in two of them."""

from __future__ import annotations

import re

import pytest
import yaml

from engine.language.languages import PACKS, PHRASES, about, languages, suggested, written_in
from engine.language.phrases import phrases
from engine.language.sense import sense_of
from engine.prompts.words import language_words

OTHERS = pytest.mark.parametrize("language", sorted(set(languages()) - {"en"}))
NEEDS_DATA = {"list_last_before"}  # a joiner that depends on the next word, where a language has one


def templates(language, file):
    return yaml.load((PACKS / language / file).read_text("utf-8"), Loader=yaml.BaseLoader)


def gaps(text):
    return set(re.findall(r"\$([a-z_]+)", text))


@OTHERS
def test_every_language_has_every_sentence_of_english_and_no_other(language):
    own, english = set(templates(language, PHRASES)), set(templates("en", PHRASES))
    assert english - own == set(), "these sentences are missing"
    assert own - english - NEEDS_DATA == set(), "nothing says these sentences"


@OTHERS
def test_every_sentence_has_the_gaps_of_the_english_one(language):
    own, english = templates(language, PHRASES), templates("en", PHRASES)
    said = [name for name, text in english.items() if isinstance(text, str) and "$" in text]
    assert {
        name: gaps(own[name]) ^ gaps(english[name]) for name in said if gaps(own[name]) != gaps(english[name])
    } == {}


def leaves(value, where=""):
    """The texts of a file by where they stand; of several wordings, all together."""
    if isinstance(value, dict):
        return {
            key: text for name, part in value.items() for key, text in leaves(part, f"{where} {name}").items()
        }
    return {where: " ".join(value) if isinstance(value, list) else value}


PRONOUNS = {
    "they",
    "them",
    "their",
    "They",
    "they_other",
    "them_other",
    "who",
}  # there are some in every sentence


@OTHERS
def test_the_paper_has_every_sentence_of_english_and_no_gap_that_english_has_not(language):
    own, english = leaves(templates(language, "story.yaml")), leaves(templates("en", "story.yaml"))
    assert set(own) == set(english)
    filled = {name: set(re.findall(r"\{(\w+)\}", text)) for name, text in english.items()}
    unknown = {name: set(re.findall(r"\{(\w+)\}", own[name])) - filled[name] - PRONOUNS for name in own}
    assert {name: gap for name, gap in unknown.items() if gap} == {}


@OTHERS
def test_every_sentence_that_is_read_back_gives_what_was_put_in(language):
    words = phrases(language)
    values = {"name": "Ada Moss", "others": "Ben Reed", "text": "¡Ja!", "activity": "XX", "place": "YY"}
    values |= {
        "what": "ZZ",
        "day": "2",
        "clock": "18:00",
        "names": "Ada Moss",
        "room": "YY",
        "obstacle": "ZZ",
    }
    values |= {"thing": "TT", "state": "SS", "remedy": "RR"}
    for name in (
        "said",
        "whispered",
        "does",
        "holds",
        "meets",
        "talks",
        "was_refused",
        "state_urgent",
        "crosses_mind",
    ):
        said = words.say(name, **values)
        assert words.read(name, said) == {
            gap: values[gap] for gap in gaps(templates(language, PHRASES)[name])
        }


@pytest.mark.parametrize("language", sorted(languages()))
def test_every_language_has_its_name_days_and_suggestions(language):
    told = about(language)
    assert told.told.startswith(told.name)
    assert suggested(language) == told
    assert {words for words in told.days.weekdays.values()} == set(range(7))
    assert len({phrases(language).weekday(day) for day in range(7)}) == 7
    assert told.days.parts
    assert told.days.patterns


@pytest.mark.parametrize(
    ("language", "written", "told"),
    [
        ("fr", "fr", "French (français)"),
        ("de", "de", "German (Deutsch)"),
        ("ja", "ja", "Japanese (日本語)"),
        ("pt-BR", "pt", "Portuguese (pt-BR)"),
        ("zh-TW", "zh", "Chinese (zh-TW)"),
        ("en-GB", "en", "English (en-GB)"),
        ("nl", "en", "English"),
    ],
)
def test_a_town_is_written_in_its_language_or_all_in_english(language, written, told):
    assert written_in(language) == written
    assert phrases(language).language == written
    assert language_words(language) == told


@pytest.mark.parametrize(
    ("language", "names", "listed"),
    [
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Ana", "Hilario"], "Ana e Hilario"),
        ("es", ["Ana", "Hiedra"], "Ana y Hiedra"),
        ("it", ["Ada", "Elena"], "Ada ed Elena"),
        ("it", ["Ada", "Bruno"], "Ada e Bruno"),
        ("fr", ["Ada", "Yann", "Inès"], "Ada, Yann et Inès"),
        ("de", ["Ada", "Yann"], "Ada und Yann"),
        ("ja", ["花子", "太郎"], "花子と太郎"),
    ],
)
def test_names_are_joined_as_the_language_joins_them(language, names, listed):
    assert phrases(language).list(names) == listed


@pytest.mark.parametrize(
    ("language", "name", "called"),
    [
        ("fr", "Maëlle Le Goff", "Maëlle"),
        ("fr", "Mme Kerbrat", "Mme Kerbrat"),
        ("de", "Frau Holle", "Frau Holle"),
        ("de", "Anna von Thal", "Anna"),
        ("es", "Doña Inés", "Doña Inés"),
        ("it", "Suor Agnese", "Suor Agnese"),
        ("pt", "Tia Rosa", "Tia Rosa"),
        ("ja", "佐藤花子", "花子"),
        ("ja", "田中先生", "田中先生"),
    ],
)
def test_people_are_called_as_in_their_language(language, name, called):
    assert phrases(language).short_name(name) == called


@pytest.mark.parametrize(
    ("language", "activity", "kind"),
    [
        ("fr", "dormir", "rest"), ("fr", "prendre le petit déjeuner", "meal"), ("fr", "réparer le filet", ""),
        ("de", "schlafen", "rest"), ("de", "zu Mittag essen", "meal"), ("de", "das Netz flicken", ""),
        ("es", "echarse una siesta", "rest"), ("es", "cenar", "meal"), ("es", "remendar la red", ""),
        ("it", "riposare", "rest"), ("it", "fare colazione", "meal"), ("it", "rammendare la rete", ""),
        ("pt", "descansar", "rest"), ("pt", "jantar", "meal"), ("pt", "remendar a rede", ""),
        ("ja", "昼寝をする", "rest"), ("ja", "朝食をとる", "meal"), ("ja", "網をつくろう", ""),
    ],
)  # fmt: skip
def test_rest_and_meals_are_known_by_their_words(language, activity, kind):
    assert phrases(language).doing(activity) == kind


@pytest.mark.parametrize(
    ("language", "text", "tone"),
    [
        ("fr", "Le grand-père de Tudi est mort hier", "bad"), ("fr", "Maëlle et Yann se marient", "good"),
        ("fr", "L'incendie est éteint", "good"), ("fr", "Le bac passe le samedi", ""),
        ("de", "Die Mühle brennt", "bad"), ("de", "Das Feuer ist gelöscht", "good"),
        ("de", "Anna heiratet im Mai", "good"), ("de", "Der Bus kommt am Samstag", ""),
        ("es", "Han robado la campana", "bad"), ("es", "Ana se casa en mayo", "good"),
        ("es", "El barco pasa los sábados", ""), ("it", "Il mulino è bruciato", "bad"),
        ("it", "Anna aspetta un bambino", "good"), ("it", "Il battello passa il sabato", ""),
        ("pt", "O avô morreu ontem", "bad"), ("pt", "A Ana vai casar em maio", "good"),
        ("pt", "O barco passa ao sábado", ""), ("ja", "祖父が昨日亡くなった", "bad"),
        ("ja", "花子が結婚する", "good"), ("ja", "船は土曜に来る", ""),
    ],
)  # fmt: skip
def test_the_tone_of_news_is_heard_in_the_language(language, text, tone):
    assert phrases(language).news(text) == tone


HEARD = {
    "fr": (
        "Tu as vu l'état du pont ce matin ?",
        "Le bac est annulé, Yann me l'a dit hier soir.",
        "D'accord !",
    ),
    "de": (
        "Hast du gesehen, wie es um die Brücke steht?",
        "Zwei Brote bitte, eins ohne Kümmel.",
        "Na schön.",
    ),
    "es": ("¿Has visto cómo está el puente?", "El barco no sale, me lo dijo Inés.", "¡Qué frío hace! Entra."),
    "it": ("Hai visto com'è ridotto il ponte?", "La barca non parte, me l'ha detto Bruno.", "Ma dai!"),
    "pt": (
        "Já viste como está a ponte?",
        "O barco não sai, foi o Tiago que me disse.",
        "Você vem jantar na sexta?",
    ),
    "ja": ("橋の様子を見ましたか。", "土曜の船は出ないそうだよ。太郎さんから聞いた。", "えっ、本当？"),
}
IN_ENGLISH = (
    "Good morning, have you heard? The mill has stopped.",
    "I would like to talk to you about the party.",
)


@pytest.mark.parametrize("language", sorted(HEARD))
def test_everyday_lines_are_heard_and_english_ones_are_not(language):
    sense = sense_of(language)
    assert [line for line in HEARD[language] if sense.nonsense(line, frozenset(), whole=True)] == []
    assert all(sense.nonsense(line, frozenset(), whole=True) for line in IN_ENGLISH)


def test_a_town_that_is_told_in_english_is_held_to_english():
    assert sense_of("nl") is sense_of("en")
