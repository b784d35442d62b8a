"""What never was."""

from __future__ import annotations

from collections.abc import Iterator

from asked.draw import Draw, Question


def denial(d: Draw) -> Iterator[Question]:
    t = d.truth
    never = [
        (
            [
                "Why did you set fire to the shop?",
                "Why did you burn down the school?",
                "Why did you steal the horse?",
                "How did you lose your leg?",
                "Why did you kill the dog?",
                "What did you do with the stolen money?",
                "Why did you hit {name}?",
                "Why did you shout at {name} yesterday?",
                "Where did you hide the gun?",
            ],
            [
                "你为什么放火烧店？",
                "你为什么偷了那匹马？",
                "你昨天为什么打{name}？",
                "偷来的钱你藏哪儿了？",
                "你为什么把学校烧了？",
            ],
            ["fire", "burn", "stole", "gun", "烧", "偷"],
        ),
        (
            [
                "Who came to your wedding?",
                "Who was at your wedding yesterday?",
                "Who came to the masked ball?",
                "How was the funeral yesterday?",
            ],
            ["你的婚礼谁来了？", "昨天的葬礼谁去了？", "化装舞会都有谁去了？"],
            ["wedding", "ball", "funeral", "婚", "舞会", "葬"],
        ),
        (
            [
                "When did you dance with {name}?",
                "When did you marry {name}?",
                "Where did you kiss {name}?",
                "When did you go to Paris with {name}?",
            ],
            ["你什么时候跟{name}跳过舞？", "你什么时候跟{name}结的婚？", "你在哪儿亲了{name}？"],
            ["danc", "marri", "kiss", "Paris", "舞", "婚", "亲了"],
        ),
        (
            [
                "Did you fly to the moon yesterday?",
                "Did you go to the opera yesterday evening?",
                "Did you sell the elephant?",
                "Have you been to the casino today?",
            ],
            ["你昨天去看歌剧了吗？", "你昨天坐飞机了没有？", "你把大象卖了吗？"],
            ["opera", "moon", "casino", "歌剧", "飞机", "大象"],
        ),
    ]
    for en, zh, words in never:
        agent = d.agent()
        other = d.other(agent)
        text = d.one_of(en, zh, name=t.called(other))
        said = [word for word in words if word.lower() in text.lower()]
        if said and t.holds(agent, said):
            continue

        def wrong(answer):
            if d.affirms(answer):
                return "claims: yes"
            return (
                ""
                if d.denies(answer) or "?" in answer[:-1] or "？" in answer[:-1]
                else "claims: what never was"
            )

        yield Question("denial", agent, text, wrong, "no row of it")


def supposed(d: Draw) -> Iterator[Question]:
    t = d.truth
    agent = d.agent()
    name = t.called(d.other(agent))
    for en, zh in (
        (
            ["Is it true that you robbed the bank?", "I heard you robbed the bank. Is that so?"],
            ["听说你抢了银行，是真的吗？", "你是不是抢过银行？"],
        ),
        (
            [f"Did {name} come to your wedding?", f"Did you and {name} get divorced?"],
            [f"{name}来你的婚礼了吗？", f"你跟{name}离婚了没有？"],
        ),
        (
            [
                "What did you win in the lottery?",
                "How much did you win in the lottery?",
                "When did you get out of prison?",
            ],
            ["你中彩票中了多少？", "你什么时候从牢里出来的？"],
        ),
        (
            [f"Why did you throw {name} into the river?", f"Why did you lock {name} in the cellar?"],
            [f"你为什么把{name}推下河？", f"你为什么把{name}锁在地窖里？"],
        ),
        (
            ["Did you see the elephant yesterday?", "What did the king say to you yesterday?"],
            ["你昨天看见大象了吗？", "皇帝昨天跟你说了什么？"],
        ),
    ):
        text = d.one_of(en, zh)

        def wrong(answer):
            return (
                "claims: yes" if d.affirms(answer) else "" if d.denies(answer) else "claims: what never was"
            )

        yield Question("denial", agent, text, wrong, "no row of it")


KINDS = (denial, supposed)
