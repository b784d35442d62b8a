"""Draw questions of every kind, with the judge of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from asked import verdicts
from asked.truth import EARLY, LASTS, Truth

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.times.told_time import told_time


@dataclass(frozen=True)
class Question:
    """A question to somebody, what is wrong with an answer to it, and the rows that show the truth."""

    kind: str
    agent: str
    text: str
    wrong: Callable[[str], str] = field(repr=False)
    shows: str = ""
    asked_by: str = ""


class Draw:
    """Draws questions about one moment of a run, by a seed."""

    def __init__(self, truth: Truth, seed: int):
        self.truth, self.draw = truth, Random(f"{seed} {truth.scenario.id} {truth.now}")
        self.language = "zh" if truth.chinese else "en"
        self.today = day_of(truth.now)

    def one_of(self, en, zh, **values):
        return self.draw.choice(zh if self.truth.chinese else en).format(**values)

    def agent(self):
        return self.draw.choice([one.id for one in self.truth.people])

    def other(self, agent):
        return self.draw.choice([one.id for one in self.truth.people if one.id != agent])

    def denies(self, answer):
        return bool(verdicts.DENIES[self.language].search(answer))

    def affirms(self, answer):
        return bool(verdicts.AFFIRMS[self.language].search(answer))

    def questions(self) -> Iterator[Question]:
        for kind in KINDS:
            yield from kind(self)


# ---------------------------------------------------------------- attendance


def attendance(d: Draw) -> Iterator[Question]:
    for occasion in d.truth.occasions:
        pool = [one.id for one in d.truth.people]
        for agent in d.draw.sample(pool, min(3, len(pool))):
            if not d.truth.holds(agent, [occasion.what]):
                continue
            if occasion.when + LASTS < d.truth.now:
                yield from _over(d, occasion, agent)
            elif occasion.when - 60 > d.truth.now:
                yield _to_come(d, occasion, agent)


def _over(d, occasion, agent):
    t = d.truth
    was = t.attended(agent, occasion)
    there = {one.id for one in t.people if t.attended(one.id, occasion)}
    known = {one for one in there - {agent} if t.met_at(agent, one, occasion)}
    shows = f"at it: {sorted(there)}; {agent} met there: {sorted(known)}"
    whose = t.called(occasion.host)

    def came(answer):
        said = verdicts.named(answer, t, but=(agent,)) - ({occasion.host} if not was else set())
        if verdicts.TO_COME[d.language].search(answer):
            return "wrong: speaks of what is over as to come"
        if said - there:
            return f"claims: {sorted(said - there)} came"
        if was and known and not said & known:
            return "wrong: names nobody of those met there"
        return "" if was or d.denies(answer) or said else "wrong: was not there"

    own = occasion.host == agent
    yield Question("attendance", agent, d.one_of(
        [f"Who came to {'your' if own else 'the'} {occasion.what}?", f"Who was at the {occasion.what}?",
         f"Who turned up at {whose + chr(39) + 's' if not own else 'your'} {occasion.what}?",
         f"who all came to the {occasion.what}"],
        [f"{'你的' if own else ''}{occasion.what}谁来了？", f"{occasion.what}都有谁去了？", f"{occasion.what}来了哪些人？"]), came, shows)

    def were(answer):
        if was and d.denies(answer[:30]) and not d.affirms(answer):
            return "wrong: was there"
        if not was and not d.denies(answer):
            return "claims: was not there"
        return ""

    yield Question("attendance", agent, d.one_of(
        [f"Were you at the {occasion.what}?", f"Did you go to the {occasion.what}?", f"Have you been to the {occasion.what}?"],
        [f"你去了{occasion.what}吗？", f"{occasion.what}你在不在？", f"{occasion.what}你去了没有？"]), were, shows)

    one = d.other(agent)
    met = t.met_at(agent, one, occasion)

    def did(answer):
        if one not in there and not d.denies(answer):
            return f"claims: {one} was not there"
        if was and met and d.denies(answer[:40]) and not d.affirms(answer):
            return f"wrong: saw {one} there"
        return ""

    name = t.called(one)
    yield Question("attendance", agent, d.one_of(
        [f"Did {name} come to the {occasion.what}?", f"Was {name} at the {occasion.what}?", f"Was {name} there, at the {occasion.what}?"],
        [f"{name}来{occasion.what}了吗？", f"{occasion.what}{name}去了没有？"]), did, shows)


def _to_come(d, occasion, agent):
    def wrong(answer):
        return "" if verdicts.NOT_YET[d.language].search(answer) else "wrong: it is still to come"

    return Question("attendance", agent, d.one_of(
        [f"Who came to the {occasion.what}?", f"Were you at the {occasion.what}?", f"How was the {occasion.what}?"],
        [f"{occasion.what}谁来了？", f"你去了{occasion.what}吗？", f"{occasion.what}办得怎么样？"]), wrong,
        f"it is on day {day_of(occasion.when)} at {clock_words(occasion.when)}")


# ---------------------------------------------------------------- meetings


def meetings(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(4):
        agent = d.agent()
        talked = sorted({one for talk in t.talks_of(agent) for one in talk.members} - {agent})
        other = d.draw.choice(talked) if talked and d.draw.random() < 0.7 else d.other(agent)
        yield from _about(d, agent, other)
        yield from _with_whom(d, agent)


def _about(d, agent, other):
    t, name = d.truth, d.truth.called(other)
    talks = t.talks_of(agent, other)
    last = talks[-1] if talks else None
    shows = f"last talk: {last.minute if last else None} {last.room if last else ''}"

    def when(answer):
        if last is None:
            return "" if d.denies(answer) else "claims: a talk that was not"
        told = told_time(answer, "zh" if t.chinese else "en", t.now, t.scenario.starts)
        if told is None or not told.days:
            return "wrong: no time"
        if told.days[0] != day_of(last.minute):
            return f"wrong: day {told.days[0]}"
        if told.first is not None and told.clocks and not told.first - 20 <= last.minute <= (told.last or 0) + 20:
            return f"wrong: {told.first}"
        return ""

    def where(answer):
        if last is None:
            return "" if d.denies(answer) else "claims: a talk that was not"
        return "" if verdicts.says_place(answer, t, [last.room]) else "wrong: another place or none"

    if d.draw.random() < 0.5:
        yield Question("meetings", agent, d.one_of(
            [f"When did you last talk with {name}?", f"When was the last time you spoke to {name}?", f"When did you and {name} last talk?", f"when did you last speak with {name}"],
            [f"你上次跟{name}说话是什么时候？", f"你最后一次和{name}说话是几时？"]), when, shows)
    else:
        yield Question("meetings", agent, d.one_of(
            [f"Where did you last talk with {name}?", f"Where did you speak to {name} last?", f"Where was it that you last talked to {name}?"],
            [f"你上次跟{name}说话是在哪儿？", f"你最后一次和{name}说话在什么地方？"]), where, shows)
    start = minute_at(d.today, 0)
    saw = t.saw(agent, other, start, t.now) or bool(t.talks_of(agent, other, first=start))

    def met(answer):
        yes = not d.denies(re.split("[.。，]|, but", answer)[0])
        return "" if yes == saw else ("wrong: met" if saw else "claims: met") + f" is {saw}"

    yield Question("meetings", agent, d.one_of(
        [f"Have you met {name} today?", f"Did you see {name} today?", f"Have you seen {name} today?"],
        [f"你今天见过{name}吗？", f"今天碰到{name}没有？"]), met, f"seen or talked today: {saw}")


def _spans(d):
    today = minute_at(d.today, 0)
    spans = [("this morning", "今天上午", today + 300, today + 720)] if d.truth.now > today + 720 else []
    if d.today > 1:
        spans += [("yesterday evening", "昨天晚上", today - DAY + 1080, today), ("yesterday morning", "昨天上午", today - DAY + 300, today - DAY + 720),
                  ("yesterday afternoon", "昨天下午", today - DAY + 720, today - DAY + 1080)]  # fmt: skip
    if d.truth.now > today + 1080:
        spans.append(("this afternoon", "今天下午", today + 720, today + 1080))
    return spans


def _with_whom(d, agent):
    t = d.truth
    if not (spans := _spans(d)):
        return
    en, zh, first, last = d.draw.choice(spans)
    talked = {one for talk in t.talks_of(agent, None, first, last) for one in talk.members} - {agent}
    late = {one for talk in t.talks_of(agent, None, first - 20, last + 60) for one in talk.members} - {agent}

    def wrong(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if said - late:
            return f"claims: talked to {sorted(said - late)}"
        if talked and len(said) < min(3, len(talked)):
            return "wrong: leaves out whom it talked to"
        return "" if talked or said or d.denies(answer) else "wrong: nobody"

    yield Question("meetings", agent, d.one_of(
        [f"Whom did you talk with {en}?", f"Who did you talk to {en}?", f"Who have you spoken to {en}?" if "this" in en else f"Who did you speak to {en}?"],
        [f"你{zh}跟谁说过话？", f"{zh}你跟谁聊过？"]), wrong, f"talked to {sorted(talked)}")


# ---------------------------------------------------------------- time


def time(d: Draw) -> Iterator[Question]:
    for _ in range(4):
        agent = d.agent()
        yield from _did(d, agent)
        yield from _at_hour(d, agent)
    yield from _ate(d, d.agent())
    yield from _day(d, d.agent())


def _did(d, agent):
    t = d.truth
    spans = _spans(d)
    if d.today > 1:
        day = minute_at(d.today - 1, 0)
        spans.append(("yesterday after lunch", "昨天午饭后", day + 750, day + 1080))
    if not spans:
        return
    en, zh, first, last = d.draw.choice(spans)
    in_span = [stay for stay in t.stays(agent) if stay.first < last and stay.last > first]
    off = [stay for stay in t.stays(agent) if stay not in in_span]
    shows = "; ".join(f"{stay.first}-{stay.last} {stay.doing} @ {stay.room}" for stay in in_span)

    def wrong(answer):
        if not in_span:
            return "" if d.denies(answer) or re.search("asleep|bed|睡", answer) else "claims: was asleep"
        texts = [stay.doing for stay in in_span] + [name for stay in in_span for name in t.place_names(stay.room)]
        if verdicts.AT_A_LOSS[d.language].search(answer) or not verdicts.touches(answer, texts, d.language):
            return "wrong: not what was done then"
        foreign = [
            stay.doing for stay in off
            if stay.doing.lower() in answer.lower() and not any(stay.doing.lower() in one.doing.lower() for one in in_span)
        ]  # fmt: skip
        return f"claims: did {foreign[0]!r} then" if foreign else ""

    yield Question("time", agent, d.one_of(
        [f"What did you do {en}?", f"What were you up to {en}?", f"what did you do {en}"],
        [f"你{zh}做了什么？", f"{zh}你都干什么了？"]), wrong, shows)


def _at_hour(d, agent):
    t = d.truth
    day = minute_at(d.draw.choice([d.today, max(1, d.today - 1)]), 0)
    minute = day + d.draw.choice([8, 9, 10, 11, 13, 14, 15, 16, 18]) * 60
    if minute >= t.now - 10:
        return
    rooms = t.where(agent, minute)
    stays = [stay for stay in t.stays(agent) if stay.first - 6 <= minute < stay.last + 6]
    if not rooms:
        return
    en = ("" if day_of(minute) == d.today else "yesterday ") + f"at {d.draw.choice([clock_words(minute), _spoken(minute)])}"
    zh = ("今天" if day_of(minute) == d.today else "昨天") + d.draw.choice([clock_words(minute), _spoken_zh(minute)])

    def where(answer):
        return "" if verdicts.says_place(answer, t, rooms) else "claims: another place"

    def what(answer):
        texts = [stay.doing for stay in stays] + [name for room in rooms for name in t.place_names(room)]
        return "" if verdicts.touches(answer, texts, d.language) else "claims: something else"

    shows = "; ".join(f"{stay.first}-{stay.last} {stay.doing} @ {stay.room}" for stay in stays)
    if d.draw.random() < 0.5:
        yield Question("time", agent, d.one_of([f"Where were you {en}?", f"Where were you {en}, exactly?"], [f"你{zh}在哪儿？", f"{zh}你人在哪里？"]), where, shows)
    else:
        yield Question("time", agent, d.one_of([f"What were you doing {en}?", f"What did you do {en}?"], [f"你{zh}在做什么？", f"{zh}你在干什么？"]), what, shows)


def _spoken(minute):
    hour = minute // 60 % 24
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    return f"{(hour - 1) % 12 + 1} {part}"


def _spoken_zh(minute):
    hour = minute // 60 % 24
    part = "早上" if hour < 9 else "上午" if hour < 12 else "下午" if hour < 18 else "晚上"
    return f"{part}{(hour - 1) % 12 + 1}点"


def _ate(d, agent):
    t = d.truth
    if t.now % DAY < 660:
        return
    first = minute_at(d.today, 0)
    meals = re.compile(r"lunch|supper|dinner" if not t.chinese else "午饭|晚饭|夜饭|中饭")
    off = [stay.doing for stay in t.stays(agent) if stay.first >= first + 660]

    def wrong(answer):
        if meals.search(answer) or any(one and one.lower() in answer.lower() for one in off):
            return "claims: eaten at another hour"
        return ""

    yield Question("time", agent, d.one_of(["What did you eat this morning?", "What did you have for breakfast?"],
        ["你今天早上吃了什么？", "早饭吃的什么？"]), wrong, f"later: {off}")


def _day(d, agent):
    stays = [stay for stay in d.truth.stays(agent) if stay.first >= minute_at(d.today, 0)]

    def wrong(answer):
        if len(stays) > 4 and verdicts.AT_A_LOSS[d.language].search(answer):
            return "wrong: a day was lived"
        return ""

    yield Question("time", agent, d.one_of(["What was this day like?", "How was your day?", "How has today been?"],
        ["你今天过得怎么样？", "今天这一天怎么样？"]), wrong, f"{len(stays)} stays")


# ---------------------------------------------------------------- denial


def denial(d: Draw) -> Iterator[Question]:
    t = d.truth
    never = [
        (["Why did you set fire to the shop?", "Why did you burn down the school?", "Why did you steal the horse?", "How did you lose your leg?",
          "Why did you kill the dog?", "What did you do with the stolen money?", "Why did you hit {name}?", "Why did you shout at {name} yesterday?", "Where did you hide the gun?"],
         ["你为什么放火烧店？", "你为什么偷了那匹马？", "你昨天为什么打{name}？", "偷来的钱你藏哪儿了？", "你为什么把学校烧了？"], ["fire", "burn", "stole", "gun", "烧", "偷"]),
        (["Who came to your wedding?", "Who was at your wedding yesterday?", "Who came to the masked ball?", "How was the funeral yesterday?"],
         ["你的婚礼谁来了？", "昨天的葬礼谁去了？", "化装舞会都有谁去了？"], ["wedding", "ball", "funeral", "婚", "舞会", "葬"]),
        (["When did you dance with {name}?", "When did you marry {name}?", "Where did you kiss {name}?", "When did you go to Paris with {name}?"],
         ["你什么时候跟{name}跳过舞？", "你什么时候跟{name}结的婚？", "你在哪儿亲了{name}？"], ["danc", "marri", "kiss", "Paris", "舞", "婚", "亲了"]),
        (["Did you fly to the moon yesterday?", "Did you go to the opera yesterday evening?", "Did you sell the elephant?", "Have you been to the casino today?"],
         ["你昨天去看歌剧了吗？", "你昨天坐飞机了没有？", "你把大象卖了吗？"], ["opera", "moon", "casino", "歌剧", "飞机", "大象"]),
    ]  # fmt: skip
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
            return "" if d.denies(answer) or "?" in answer[:-1] or "？" in answer[:-1] else "claims: what never was"

        yield Question("denial", agent, text, wrong, "no row of it")


# ---------------------------------------------------------------- facts


def facts(d: Draw) -> Iterator[Question]:
    t = d.truth
    for fact in t.scenario.facts:
        holders = [one for one in fact.known_by if one in {p.id for p in t.people}]
        kept = [row.agent for row in _secrets(t) if row.agent in holders and _is_of(row.content or row.what, fact, d)]
        words = [each for each in fact.key_words if not re.match(r"(?:for|of|to|in|at) ", each)]
        word = d.draw.choice(words) if words else ""
        if not word:
            continue
        if holders:
            yield from _held(d, fact, word, d.draw.choice(holders))
        others = [one.id for one in t.people if one.id not in holders and not t.holds(one.id, (*fact.key_words, *_parts(fact)))]
        if others:
            agent = d.draw.choice(others)

            def wrong(answer):
                return "" if d.denies(answer) else "claims: knows what it does not"

            yield Question("facts", agent, d.one_of(
                [f"Have you heard anything about the {_bare(word)}?", f"What do you know about the {_bare(word)}?"],
                [f"你听说过{word}的事吗？", f"关于{word}，你知道些什么？"]), wrong, "holds no memory of it")
        if kept and holders:
            yield _kept(d, fact, word, kept[0])


def _is_of(secret, fact, d):
    """Return whether a secret is, by its words, that of a fact."""
    words, other = (verdicts.marks(_plain(text, d.truth), d.language) for text in (secret, fact.text))
    return len(words & other) >= 0.6 * max(1, min(len(words), len(other)))


def _bare(word):
    return re.sub(r"^(?:the|a|an) ", "", word)


def _parts(fact):
    return [part for word in fact.key_words for part in word.split() if len(part) > 4]


def _secrets(t):
    from engine.records import Intention

    return [row for row in t.log.rows(Intention) if row.kind == "secret"]


def _held(d, fact, word, agent):
    t = d.truth
    keys = [key.lower() for key in fact.key_words] + [part.lower() for part in _parts(fact)]

    def wrong(answer):
        if any(key in answer.lower() for key in keys) or verdicts.touches(answer, [_plain(fact.text, t)], d.language):
            return ""
        return "wrong: holds it and does not say it"

    yield Question("facts", agent, d.one_of(
        [f"Have you heard anything about the {_bare(word)}?", f"What do you know about the {_bare(word)}?", f"Tell me about the {_bare(word)}.", f"what's this about the {_bare(word)}?"],
        [f"你听说过{word}的事吗？", f"关于{word}，你知道些什么？", f"{word}是怎么回事？"]), wrong, fact.text)
    if found := re.search(r"day (\d)|第(\d)天", fact.text):
        day = int(found[1] or found[2])
        of_day = [each for each in t.scenario.facts if agent in each.known_by and re.search(rf"day {day}|第{day}天", each.text)]

        def wrong_day(answer):
            first = minute_at(day, 0)
            rows = [row.text for row in t.memories(agent) if row.when is not None and first <= row.when < first + DAY]
            texts = [_plain(text, t) for text in (*rows, *(each.text for each in of_day))]
            told = verdicts.touches(answer, texts, d.language)
            return "" if told else "wrong: holds it and does not say it"

        if day >= d.today:
            yield Question("facts", agent, d.one_of(
                [f"What happens on day {day}?", f"What's on on day {day}?", f"Is anything happening on day {day}?"],
                [f"第{day}天有什么事？", f"第{day}天会发生什么？"]), wrong_day, fact.text)
        else:
            yield Question("facts", agent, d.one_of([f"What happened on day {day}?"], [f"第{day}天有什么事？"]), wrong_day, fact.text)


def _plain(text, t):
    for one in t.people:
        for name in t.names_of(one.id):
            text = text.replace(name, " ")
    return text


def _kept(d, fact, word, agent):
    t = d.truth
    keys = [key.lower() for key in fact.key_words]

    def wrong(answer):
        bare = answer.lower()
        return "claims: gives a secret away" if sum(key in bare for key in keys) > (1 if word.lower() in bare else 0) else ""

    return Question("facts", agent, d.one_of([f"Do you know anything about {word}?"], [f"{word}的事你知道吗？"]), wrong,
        f"secret: {fact.text}", asked_by="a stranger")


# ---------------------------------------------------------------- plans


def plans(d: Draw) -> Iterator[Question]:
    t = d.truth
    tomorrow = minute_at(d.today + 1, 0)
    today = minute_at(d.today, 0)
    spans = [("tomorrow at noon", "明天中午", tomorrow + 700, tomorrow + 745), ("tomorrow", "明天", tomorrow + 300, tomorrow + 1380),
             ("tomorrow morning", "明天上午", tomorrow + 300, tomorrow + 720), ("tomorrow evening", "明天晚上", tomorrow + 1080, tomorrow + 1440)]  # fmt: skip
    if t.now < today + 1020:
        spans += [("this evening", "今天晚上", today + 1080, today + 1440), ("tonight", "今晚", today + 1080, today + 1440)]
    for _ in range(3):
        agent = d.agent()
        en, zh, first, last = d.draw.choice(spans)
        bound = [row.text for row in t.engaged(agent, first, last)]
        likely = t.planned(agent, first, last)

        def wrong(answer, bound=bound, likely=likely):
            if verdicts.PAST[d.language].search(answer):
                return "wrong: speaks of it as past"
            if bound and not verdicts.touches(answer, [_plain(text, t) for text in bound], d.language):
                return "wrong: leaves out what is agreed"
            if not bound and not verdicts.touches(answer, likely, d.language) and not d.denies(answer):
                return "wrong: neither planned nor usual"
            return ""

        yield Question("plans", agent, d.one_of(
            [f"What will you do {en}?", f"What are you going to do {en}?", f"What are you doing {en}?", f"What are your plans for {en}?" if "at" not in en else f"Where will you be {en}?"],
            [f"你{zh}打算做什么？", f"{zh}你要做什么？", f"你{zh}有什么安排？"]), wrong, f"agreed {bound}; likely {likely[:6]}")


# ---------------------------------------------------------------- people


def people(d: Draw) -> Iterator[Question]:
    t = d.truth
    for _ in range(3):
        agent = d.agent()
        other = d.other(agent)
        name, bond = t.called(other), next((one for one in t.scenario.persona(agent).bonds if one.other == other), None)
        theirs = t.scenario.persona(other)

        def who(answer, other=other, bond=bond):
            if verdicts.AT_A_LOSS[d.language].search(answer):
                return "wrong: knows them"
            return "" if bond is None or other in verdicts.named(answer, t) or verdicts.touches(answer, [bond.kind], d.language) else "wrong: says nothing of them"

        yield Question("people", agent, d.one_of([f"Who is {name}?", f"Do you know {name}?", f"Tell me about {name}."], [f"{name}是谁？", f"你认识{name}吗？", f"说说{name}这个人。"]), who, str(bond))

        close = t.closeness(agent, other)

        def gets_on(answer, close=close):
            cool = bool(re.search(r"don['’]t get on|can['’]t stand|合不来", answer))
            if close is not None and close >= 0.4 and cool:
                return "wrong: likes them"
            if close is not None and close <= -0.3 and not cool and not d.denies(answer):
                return "wrong: does not like them"
            return "wrong: at a loss" if verdicts.AT_A_LOSS[d.language].search(answer) else ""

        yield Question("people", agent, d.one_of([f"How do you get on with {name}?", f"Do you like {name}?", f"How do you feel about {name}?"], [f"你跟{name}处得怎么样？", f"你喜欢{name}吗？"]), gets_on, f"closeness {close}")

        home = d.draw.random() < 0.5 or not theirs.work
        room = theirs.home if home else theirs.work

        def lives(answer, room=room):
            return "" if verdicts.says_place(answer, t, [room]) else "wrong: not the place"

        yield Question("people", agent, d.one_of(*(([f"Where does {name} live?", f"where does {name} live"], [f"{name}住在哪儿？"]) if home else ([f"Where does {name} work?"], [f"{name}在哪儿做事？", f"{name}在哪里上班？"]))), lives, room)
    agent = d.agent()
    mates = t.housemates(agent)

    def lives_with(answer):
        said = verdicts.named(answer, t, but=(agent,))
        if said - mates:
            return f"claims: lives with {sorted(said - mates)}"
        return "" if said or not mates else "wrong: leaves out whom it lives with"

    yield Question("people", agent, d.one_of(["Who do you live with?", "Who lives with you?", "Do you live alone?"], ["你跟谁一起住？", "你是一个人住吗？"]), lives_with, str(sorted(mates)))


# ---------------------------------------------------------------- oneself


def oneself(d: Draw) -> Iterator[Question]:
    t = d.truth
    agent = d.agent()
    other, me = d.other(agent), t.scenario.persona(agent)

    def in_first_person(answer):
        if re.search(r"\b[Yy]ou should\b|\b(?:she|he) should\b|你应该|你该", answer):
            return "broken: advises the asker"
        return ""

    def likes(answer):
        if re.match(r"\W*(?:I like|I'm fond|I don't like)", answer):
            return "broken: turns it round"
        return "" if other in verdicts.named(answer, t) or d.denies(answer) or re.search(r"\b(?:she|he|they)\b|think so|他|她|问", answer) else "wrong: not about them"

    def says(*wanted):
        return lambda answer: "" if any(each.lower() in answer.lower() for each in wanted) else f"wrong: not {wanted[0]}"

    yield Question("oneself", agent, d.one_of(["What should you do?", "What do you think you should do?", "What ought you to do next?"], ["你应该怎么办？", "你觉得你该做什么？"]), in_first_person)
    yield Question("oneself", agent, d.one_of([f"Does {t.called(other)} like you?", f"What does {t.called(other)} think of you?"], [f"{t.called(other)}喜欢你吗？", f"{t.called(other)}怎么看你？"]), likes)
    yield Question("oneself", agent, d.one_of(["What's your name?", "Who are you?"], ["你叫什么名字？", "你是谁？"]), says(me.name))
    yield Question("oneself", agent, d.one_of(["How old are you?", "What's your age?"], ["你多大了？", "你几岁？"]), says(str(me.age)))
    yield Question("oneself", agent, d.one_of(["Where do you live?", "where's your home?"], ["你住在哪儿？", "你家在哪里？"]), says(*t.place_names(me.home)))
    if me.work:
        yield Question("oneself", agent, d.one_of(["Where do you work?", "What do you do for a living?"], ["你在哪儿上班？", "你是做什么工作的？"]), says(*t.place_names(me.work), *marks_of(me, d)))


def marks_of(me, d):
    return [item.activity for item in me.routine if item.place.partition("/")[0] == me.work.partition("/")[0]]


KINDS = (attendance, meetings, time, denial, facts, plans, people, oneself)
