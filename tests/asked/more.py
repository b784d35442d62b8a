"""Further questions, in the wordings of people who type what comes to mind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asked import verdicts
from asked.questions import Draw, Question

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.times.told_time import told_time


def attended(d: Draw) -> Iterator[Question]:
    t = d.truth
    for occasion in t.occasions:
        if occasion.when + 150 >= t.now:
            continue
        agent = d.agent()
        if not t.holds(agent, [occasion.what]):
            continue
        was, one = t.attended(agent, occasion), d.other(agent)
        there = {each.id for each in t.people if t.attended(each.id, occasion)}
        met = t.met_at(agent, one, occasion)
        what, name = occasion.what, t.called(one)

        def how(answer, was=was, agent=agent, there=there):
            said = verdicts.named(answer, t, but=(agent, occasion.host))
            if verdicts.TO_COME[d.language].search(answer):
                return "wrong: over"
            if said - there:
                return f"claims: {said - there} there"
            return "" if was or d.denies(answer) else "claims: was not there"

        yield Question("attendance", agent, d.one_of(
            [f"How did the {what} go?", f"How was the {what}?", f"Did you enjoy the {what}?", f"so who showed up at the {what}", f"Did anyone come to the {what}?", f"How many people came to the {what}?"],
            [f"{what}办得怎么样？", f"有谁去了{what}？", f"{what}来了多少人？", f"{what}热闹吗？"]), how, f"was there: {was}; {sorted(there)}")

        def saw(answer, met=met, was=was, one=one, there=there):
            if one not in there and not d.denies(answer):
                return "claims: was not there"
            return "wrong: saw them" if met and was and d.denies(re.split("[.。，,]", answer)[0]) else ""

        yield Question("attendance", agent, d.one_of(
            [f"Did you see {name} at the {what}?", f"Did {name} show up at the {what}?", f"did {name} turn up for the {what}", f"Was {name} at the {what} too?"],
            [f"你在{what}上看见{name}了吗？", f"{name}也去{what}了吗？"]), saw, f"met there: {met}")


def met(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(3):
        agent = d.agent()
        other = d.other(agent)
        name = t.called(other)
        day = d.today if d.draw.random() < 0.5 else max(1, d.today - 1)
        first, last = minute_at(day, 0), min(minute_at(day + 1, 0), t.now)
        en, zh = ("today", "今天") if day == d.today else ("yesterday", "昨天")
        talked = bool(t.talks_of(agent, other, first, last))
        saw = talked or t.saw(agent, other, first, last)

        def spoke(answer, talked=talked):
            yes = not d.denies(re.split("[.。，,]", answer)[0])
            return "" if yes == talked else ("claims" if yes else "wrong") + f": talked {talked}"

        def seen(answer, saw=saw):
            yes = not d.denies(re.split("[.。，,]", answer)[0])
            return "" if yes == saw else ("claims" if yes else "wrong") + f": saw {saw}"

        yield Question("meetings", agent, d.one_of(
            [f"Did you speak with {name} {en}?", f"did you talk to {name} {en}", f"Have you talked to {name} {en}?" if day == d.today else f"Did you have a word with {name} {en}?"],
            [f"你{zh}跟{name}说过话吗？", f"{zh}你和{name}聊过没有？"]), spoke, f"talked {en}: {talked}")
        yield Question("meetings", agent, d.one_of(
            [f"Did you run into {name} {en}?", f"Did you bump into {name} {en}?", f"did you meet {name} {en}", f"Have you come across {name} {en}?" if day == d.today else f"Was {name} anywhere about {en}?"],
            [f"你{zh}碰见{name}了吗？", f"{zh}见着{name}没有？"]), seen, f"saw {en}: {saw}")
    agent = d.agent()
    talks = t.talks_of(agent)
    lately = {one for talk in talks[-2:] for one in talk.members} - {agent}

    def latest(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if not talks:
            return "" if d.denies(answer) else "claims: talked"
        return "" if said & lately else "wrong: others"

    yield Question("meetings", agent, d.one_of(["Who was the last person you talked to?", "Who did you talk to last?"], ["你最后是跟谁说的话？", "你刚才跟谁说话来着？"]), latest, str(sorted(lately)))
    first = minute_at(d.today, 0)
    saw_today = {one.id for one in t.people if one.id != agent and t.saw(agent, one.id, first, t.now)}

    def whom(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if said - saw_today:
            return f"claims: {said - saw_today}"
        return "" if said or not saw_today or d.denies(answer) and not saw_today else "wrong: met somebody"

    yield Question("meetings", agent, d.one_of(["Who have you met today?", "Who did you see today?", "Which people did you meet today?"], ["你今天见了谁？", "今天碰见哪些人了？"]), whom, str(sorted(saw_today)))


def spent(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(3):
        agent = d.agent()
        today = minute_at(d.today, 0)
        rows = [stay for stay in t.stays(agent) if stay.first >= today]
        shows = "; ".join(f"{stay.first} {stay.doing} @ {stay.room}" for stay in rows[:12])

        def so_far(answer, rows=rows, agent=agent):
            texts = [stay.doing for stay in rows] + [name for stay in rows for name in t.place_names(stay.room)]
            return "" if not rows or verdicts.touches(answer, texts, d.language) else "wrong: not of today"

        yield Question("time", agent, d.one_of(
            ["What have you done so far today?", "What have you been doing today?", "Where have you been all day?", "what have you been up to today", "Tell me what you did today."],
            ["你今天都去了哪儿？", "你今天到现在都干了些什么？", "说说你今天做了什么。"]), so_far, shows)
        place = d.draw.choice([each for each in t.scenario.places])
        day = d.today if d.draw.random() < 0.5 or d.today == 1 else d.today - 1
        first, last = minute_at(day, 0), min(minute_at(day + 1, 0), t.now)
        was = t.at_place(agent, place.name, first, last)
        en, zh = ("today", "今天") if day == d.today else ("yesterday", "昨天")

        def been(answer, was=was):
            yes = not d.denies(re.split("[.。，,]", answer)[0])
            return "" if yes == was else ("claims" if yes else "wrong") + f": was there {was}"

        yield Question("time", agent, d.one_of(
            [f"Have you been to the {_bare(place.name)} today?" if day == d.today else f"Were you at the {_bare(place.name)} yesterday?", f"Did you go to the {_bare(place.name)} {en}?"],
            [f"你{zh}去过{place.name}吗？", f"你{zh}去{place.name}了没有？"]), been, f"was there {en}: {was}")
        got_up = next((stay.first for stay in rows), None)
        if got_up is not None and d.draw.random() < 0.5:
            def rose(answer, got_up=got_up):
                told = told_time(answer, d.language, t.now, t.scenario.starts)
                return "" if told and told.clocks and abs(told.clocks[0] - got_up % DAY) <= 30 else "wrong: no or another hour"

            yield Question("time", agent, d.one_of(["When did you get up today?", "What time did you get up this morning?"], ["你今天几点起的床？", "你今天早上什么时候起来的？"]), rose, clock_words(got_up))


def _bare(name):
    return re.sub(r"^[Tt]he ", "", name)


def supposed(d: Draw) -> Iterator[Question]:
    t = d.truth
    agent = d.agent()
    name = t.called(d.other(agent))
    for en, zh in (
        (["Is it true that you robbed the bank?", "I heard you robbed the bank. Is that so?"], ["听说你抢了银行，是真的吗？", "你是不是抢过银行？"]),
        ([f"Did {name} come to your wedding?", f"Did you and {name} get divorced?"], [f"{name}来你的婚礼了吗？", f"你跟{name}离婚了没有？"]),
        (["What did you win in the lottery?", "How much did you win in the lottery?", "When did you get out of prison?"], ["你中彩票中了多少？", "你什么时候从牢里出来的？"]),
        ([f"Why did you throw {name} into the river?", f"Why did you lock {name} in the cellar?"], [f"你为什么把{name}推下河？", f"你为什么把{name}锁在地窖里？"]),
        (["Did you see the elephant yesterday?", "What did the king say to you yesterday?"], ["你昨天看见大象了吗？", "皇帝昨天跟你说了什么？"]),
    ):  # fmt: skip
        text = d.one_of(en, zh)

        def wrong(answer):
            return "claims: yes" if d.affirms(answer) else "" if d.denies(answer) else "claims: what never was"

        yield Question("denial", agent, text, wrong, "no row of it")


def of_occasions(d: Draw) -> Iterator[Question]:
    t = d.truth
    for occasion in t.occasions:
        agents = [one.id for one in t.people if t.holds(one.id, [occasion.what])]
        if not agents:
            continue
        agent = d.draw.choice(agents)
        what = occasion.what

        def when(answer, occasion=occasion):
            told = told_time(answer, d.language, t.now, t.scenario.starts)
            if told is None or not told.days or told.days[0] != day_of(occasion.when):
                return "wrong: another day or none"
            return ""

        def where(answer, occasion=occasion):
            return "" if verdicts.says_place(answer, t, [occasion.place]) else "wrong: another place or none"

        def who(answer, agent=agent, occasion=occasion):
            own = agent == occasion.host and re.search(r"\b(?:I|I'm|me|my)\b|我", answer)
            return "" if own or occasion.host in verdicts.named(answer, t) else "wrong: not the host"

        def held(answer):
            return "wrong: holds it" if verdicts.AT_A_LOSS[d.language].search(answer) or d.denies(answer[:20]) else ""

        over = occasion.when < t.now
        yield Question("facts", agent, d.one_of([f"When {'was' if over else 'is'} the {what}?", f"what day {'was' if over else 'is'} the {what}"], [f"{what}什么时候？", f"{what}是哪天？"]), when, clock_words(occasion.when))
        yield Question("facts", agent, d.one_of([f"Where {'was' if over else 'is'} the {what}?"], [f"{what}在哪儿办？", f"{what}在什么地方？"]), where, occasion.place)
        yield Question("facts", agent, d.one_of([f"Who {'gave' if over else 'is giving'} the {what}?", f"Whose {what} {'was' if over else 'is'} it?"], [f"{what}是谁办的？", f"谁办{what}？"]), who, occasion.host)
        yield Question("facts", agent, d.one_of([f"Is there a {what}?" if not over else f"Was there a {what}?", f"I heard something about a {what}, is it true?"], [f"是不是有个{what}？", f"听说有{what}，是真的吗？"]), held, "held")


def ahead(d: Draw) -> Iterator[Question]:
    t = d.truth
    for occasion in t.occasions:
        if occasion.when < t.now + 30:
            continue
        agent = d.agent()
        bound = any(row.when == occasion.when for row in t.engaged(agent, t.now, occasion.when + 1))

        def coming(answer, bound=bound):
            if verdicts.PAST[d.language].search(answer):
                return "wrong: past"
            return "wrong: goes" if bound and d.denies(answer[:20]) else ""

        yield Question("plans", agent, d.one_of([f"Are you going to the {occasion.what}?", f"Will you be at the {occasion.what}?", f"will you go to the {occasion.what}"], [f"{occasion.what}你去不去？", f"你会去{occasion.what}吗？"]), coming, f"bound {bound}")
    agent = d.agent()
    tomorrow = minute_at(d.today + 1, 0)
    bound = [row.text for row in t.engaged(agent, tomorrow, tomorrow + DAY)]

    def busy(answer):
        if verdicts.AT_A_LOSS[d.language].search(answer):
            return "wrong: at a loss"
        if verdicts.PAST[d.language].search(answer):
            return "wrong: past"
        return "" if not bound or verdicts.touches(answer, bound, d.language) else "wrong: leaves out what is agreed"

    yield Question("plans", agent, d.one_of(["What have you got on tomorrow?", "Any plans for tomorrow?", "Are you busy tomorrow?", "what are you up to tomorrow"], ["你明天忙不忙？", "明天有什么打算？", "你明天有空吗？"]), busy, str(bound))
    agent2 = d.agent()
    likely = t.planned(agent2, t.now, min(t.now + 300, tomorrow))

    def later(answer):
        if verdicts.PAST[d.language].search(answer):
            return "wrong: past"
        return "" if not likely or verdicts.touches(answer, likely, d.language) or d.denies(answer) else "wrong: neither planned nor usual"

    yield Question("plans", agent2, d.one_of(["What will you do next?", "What are you up to later?", "what's next for you today"], ["你等会儿做什么？", "接下来你要做什么？"]), later, str(likely[:6]))


def of_people(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(2):
        agent = d.agent()
        bonds = [bond for bond in t.scenario.persona(agent).bonds]
        if not bonds:
            continue
        bond = d.draw.choice(bonds)
        name, theirs = t.called(bond.other), t.scenario.persona(bond.other)

        def job(answer, theirs=theirs):
            texts = [*t.place_names(theirs.work)] if theirs.work else []
            texts += [item.activity for item in theirs.routine]
            if not theirs.work and d.denies(answer):
                return ""
            return "" if verdicts.touches(answer, texts, d.language) else "wrong: not their work"

        yield Question("people", agent, d.one_of([f"What does {name} do for a living?", f"What does {name} do?", f"what's {name}'s job"], [f"{name}是做什么的？", f"{name}靠什么吃饭？"]), job, theirs.work)

        def like(answer, other=bond.other):
            if verdicts.AT_A_LOSS[d.language].search(answer):
                return "wrong: at a loss"
            return ""

        yield Question("people", agent, d.one_of([f"What's {name} like?", f"Are you and {name} friends?", f"Do you trust {name}?", f"What do you make of {name}?"], [f"{name}这人怎么样？", f"你跟{name}熟吗？", f"你信得过{name}吗？"]), like, f"{bond.kind} {bond.closeness}")


def of_oneself(d: Draw) -> Iterator[Question]:
    t = d.truth
    agent = d.agent()
    me = t.scenario.persona(agent)

    def at_a_loss(answer):
        return "wrong: at a loss" if verdicts.AT_A_LOSS[d.language].search(answer) else ""

    def doing(answer):
        stays = t.stays(agent)[-1:]
        texts = [stay.doing for stay in stays] + [name for stay in stays for name in t.place_names(stay.room)]
        return "" if not stays or stays[0].last < t.now - 5 or verdicts.touches(answer, texts, d.language) else "wrong: not what it does now"

    yield Question("oneself", agent, d.one_of(["Tell me about yourself.", "tell me a bit about you"], ["说说你自己吧。", "介绍一下你自己。"]), at_a_loss, me.name)
    yield Question("oneself", agent, d.one_of(["What are you doing?", "What are you doing right now?", "where are you right now"], ["你在干什么？", "你现在在哪儿？", "你这会儿在做什么？"]), doing, str(t.stays(agent)[-1:]))
    yield Question("oneself", agent, d.one_of(["How are you?", "How do you feel today?", "Are you happy?"], ["你好吗？", "你今天心情怎么样？", "你开心吗？"]), at_a_loss)


KINDS = (attended, met, spent, supposed, of_occasions, ahead, of_people, of_oneself)
