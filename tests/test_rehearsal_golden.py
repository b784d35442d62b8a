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
isabel: Good morning, Tomas. You look rested. I've saved this up for you: I'm giving a lantern party \
at the Harbour Café tomorrow at five. You must come.
tomas: You're up early, Isabel. A lantern party! I'll be there.
isabel: Then I'll keep a chair for you. One of those days that won't make up its mind.
tomas: There's something in that. Where are you off to next?
isabel: Nothing that can't wait for a cup of tea. Tell me how you are. Properly.
tomas: Mostly walking by the quay. Have you heard? I have it from Nora that the mill has been sold \
to a stranger.
isabel: I'm glad you told me. I mustn't keep you, though I'd like to. Until next time, Tomas.
tomas: Off with you, then. Goodbye, Isabel.
"""

RIVALS = """
isabel: I see you're here as well, Tomas. I hear you've been busy talking again.
tomas: Isabel. Your manners haven't improved.
isabel: We're done here, I think.
tomas: I've things to do.
"""

HOST = """
yuzheng: 哟，阿珠，一大早就碰上了。出了件事：我明天下午五点就在这儿办斗粽会，全镇老小都请。\
给个面子，来坐坐。
baozhu: 筝姐，你来了就好。你放心，我准来。人多不多？
yuzheng: 我就晓得你靠得住。你是头一个。一向可好？
baozhu: 还不是老样子，包粽子。你看这街上，像从来没出过事一样。
yuzheng: 这话实在。今天后面还有什么事？
baozhu: 没什么事，回家呗。小心，你差点笑了。
yuzheng: 你再讲，晚饭没你的份。手头还有事。那就这样，阿珠。
baozhu: 不拦你。筝姐，走好。
"""


def test_friends_meet_over_an_invitation_and_a_piece_of_news():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), 0.6, 7) == FRIENDS


def test_two_who_do_not_get_on_leave_it_at_that():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), -0.5, 0) == RIVALS


def test_a_host_asks_a_friend_in_chinese():
    assert script(((YUZHENG, (FEAST,)), (BAOZHU, ())), 0.8, 5, **LIUWAN) == HOST
