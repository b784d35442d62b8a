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
isabel: Morning, Tomas, you're the one I wanted to see. I've saved this up for you: I'm giving a \
lantern party at the Harbour Café tomorrow at five. Come, and let me see you merry.
tomas: Up with the birds, Isabel? That's kind of you, I'll be there.
isabel: You've made my day with that. I've lost my place in the day.
tomas: It has its good side, though. And this evening, what then?
isabel: Nothing that can't wait for a cup of tea. Have you had a quiet day?
tomas: You find me walking by the quay. Have you heard? I heard from Nora that the mill has been \
sold to a stranger.
isabel: I'm glad you told me. I had better get on. Wrap up well, Tomas.
tomas: Do, do, who am I to stop you. My regards to everybody at home, Isabel.
"""

RIVALS = """
isabel: Tomas, I was just going. I hear you've been busy talking again.
tomas: Oh, Isabel. I'd miss you if you were polite.
isabel: I've nothing more to say to you, Tomas.
tomas: I'll not keep you, Isabel.
"""

HOST = """
yuzheng: 阿珠早，像是没睡醒啊。出了件事：我明天下午五点就在这儿办斗粽会，全镇老小都请。\
没什么排场，就是图个人多，算你一个，行不行？
baozhu: 筝姐，半闲茶馆里我最想见的就是你。你都开口了，我准来。是不是还是那些人？
yuzheng: 好，那我给你留一张凳子。你是头一个。你近来出了什么事没有？
baozhu: 还不是老样子，包粽子。刚才还出太阳呢。
yuzheng: 这种日子常有。回头还有什么打算？
baozhu: 到处走走，看谁在。头发是拿筷子梳的吧？
yuzheng: 彼此彼此。再坐下去，家里要骂人了。替我问屋里老小好，阿珠。
baozhu: 走吧，我自己也还有事。
"""


def test_friends_meet_over_an_invitation_and_a_piece_of_news():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), 0.6, 7) == FRIENDS


def test_two_who_do_not_get_on_leave_it_at_that():
    assert script(((ISABEL, (party(),)), (TOMAS, (MILL,))), -0.5, 0) == RIVALS


def test_a_host_asks_a_friend_in_chinese():
    assert script(((YUZHENG, (FEAST,)), (BAOZHU, ())), 0.8, 5, **LIUWAN) == HOST
