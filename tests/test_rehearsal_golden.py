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
isabel: Morning, Tomas, you've come at the right moment. Listen, this will interest you: I'm giving a \
lantern party at the Harbour Café tomorrow at five. It wouldn't be the same without you.
tomas: Isabel, you're on your feet already. I'll be there, you needn't ask twice.
isabel: That's settled, then, and I'm glad.
tomas: Have you heard? I heard from Nora that the mill has been sold to a stranger.
isabel: I'm glad you told me.
tomas: I'll let you be, Isabel.
isabel: Come over again when you like, Tomas.
"""

RIVALS = """
isabel: So, Tomas. Haven't you somewhere better to be?
tomas: Well, Isabel, one can't choose. Is that all you've got today?
isabel: I've things to do.
tomas: Enough for one day.
"""

HOST = """
yuzheng: 早，阿珠，来得正好。有件事跟你说：我明天下午五点就在这儿办斗粽会，全镇老小都请。\
到时候来吧？
baozhu: 早啊筝姐，昨夜睡得好？斗粽会啊，好，我一定到。还有谁来？
yuzheng: 好，那我等你。还不知道呢，你是头一个答应的。
baozhu: 接下来上哪儿去？
yuzheng: 难得什么都没排。
baozhu: 哦，这样。筝姐，有事叫我。
yuzheng: 嗯，阿珠。
"""


def test_friends_meet_over_an_invitation_and_a_piece_of_news():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), 0.6, 3) == FRIENDS


def test_two_who_do_not_get_on_leave_it_at_that():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), -0.5, 2) == RIVALS


def test_a_host_asks_a_friend_in_chinese():
    assert script(((YUZHENG, (FEAST,)), (BAOZHU, ())), 0.8, 3, **LIUWAN) == HOST
