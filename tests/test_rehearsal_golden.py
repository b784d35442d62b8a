"""Whole conversations of the rehearsal model that a reader would call good, kept to the letter."""

from __future__ import annotations

from rehearsal_minds import ISABEL, PARTY_AT, TOMAS, converse_all, memory, party

from engine.records import Name, Names, Persona

MILL = memory(
    "Nora Bloom told Tomas Lind that the mill has been sold to a stranger.",
    kind="talk",
    agent="tomas",
    about=("nora", "tomas"),
)
YUZHENG = Persona(
    id="yuzheng",
    name="苏玉筝",
    called="筝姐",
    pronouns="she",
    home="半闲茶馆/后院",
    register="爽快，爱说笑，讲话打比方",
)
BAOZHU = Persona(id="baozhu", name="黎宝珠", called="阿珠", pronouns="she", home="供销社/阁楼")
LIUWAN = {
    "language": "zh",
    "town": "柳湾镇",
    "place": "半闲茶馆/堂屋",
    "doing": "包粽子",
    "names": Names(
        {
            persona.id: Name(full=persona.name, called=persona.called, pronouns="she")
            for persona in (YUZHENG, BAOZHU)
        }
    ),
}
FEAST = memory(
    "苏玉筝第2天17:00在半闲茶馆办斗粽会，全镇老小都请。",
    kind="seed",
    importance=8,
    at=0,
    when=PARTY_AT,
    place="半闲茶馆/堂屋",
    agent="yuzheng",
)


def script(minds, closeness, seed, **fields):
    lines, ended = converse_all(minds, closeness, seed=seed, **fields)
    assert ended
    return "\n" + "".join(f"{each.speaker}: {each.text}\n" for each in lines)


FRIENDS = """
isabel: Morning, Tomas, it's good to see you. I wanted to tell you: I'm giving a lantern party at \
the Harbour Café tomorrow at five. Will you come?
tomas: Oh, good morning, Isabel. I'd be glad to come.
isabel: Good, I'm glad.
tomas: By the way, I heard from Nora that the mill has been sold to a stranger.
isabel: Is that so?
"""

HOST = """
yuzheng: 早上好，阿珠。有件事跟你说：我明天下午五点就在这儿办斗粽会，全镇老小都请。到时候来吧？
baozhu: 早啊，筝姐。可以，我有空。要不要我带点东西？
yuzheng: 不用，你来就好。
baozhu: 今天还好吧？
yuzheng: 都好。
baozhu: 那就好。
"""


def test_friends_meet_over_an_invitation_and_a_piece_of_news():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), 0.6, 3) == FRIENDS


def test_two_who_do_not_get_on_and_have_nothing_to_tell_each_other_say_nothing():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), -0.5, 2) == "\n"


def test_a_host_asks_a_friend_in_chinese():
    assert script(((YUZHENG, (FEAST,)), (BAOZHU, ())), 0.8, 3, **LIUWAN) == HOST
