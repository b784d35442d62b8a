"""The questions of the paper's evaluation: five of each of five kinds (section 6.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STRANGER = {"en": "Percival Mortlake", "zh": "王富贵"}
QUESTIONS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "self": (
            "Please give an introduction of yourself.",
            "What is your occupation?",
            "What are your interests?",
            "Where do you live, and who do you live with?",
            "What is a typical weekday for you, in broad strokes?",
        ),
        "memory": (
            "Who is {bond}?",
            "Who is {other}?",
            "What did you talk about with {met}?",
            "What have you heard about the {topic}?",
            "Do you know {stranger}?",
        ),
        "plans": (
            "What will you be doing at 6am tomorrow?",
            "What will you be doing at 6pm tomorrow?",
            "What have you just finished at 1pm today?",
            "What have you just finished at 5:30pm today?",
            "What will you be doing at 10pm tonight?",
        ),
        "reactions": (
            "Your breakfast is burning! What would you do?",
            "The bathroom is occupied. What would you do?",
            "You need to cook dinner but the larder is empty. What would you do?",
            "You see a friend walking by on the street. What would you do?",
            "There is a fire in the street. What would you do?",
        ),
        "reflections": (
            "What inspires you most at present, and why?",
            "What book might {close} like, knowing what you know of them?",
            "What would you give {close} for a birthday?",
            "What compliment would you pay {close}?",
            "Who is closest to you of those you talked to lately, and why?",
        ),
    },
    "zh": {
        "self": (
            "介绍一下你自己。",
            "你是做什么的？",
            "你有什么爱好？",
            "你跟谁一起住？",
            "你平常一天都做些什么？",
        ),
        "memory": (
            "{bond}是谁？",
            "{other}是谁？",
            "你跟{met}聊了什么？",
            "{topic}的事，你听说了什么？",
            "{stranger}是谁？",
        ),
        "plans": (
            "明天早上六点你会在做什么？",
            "明天下午六点你会在做什么？",
            "你今天下午一点刚做完什么？",
            "你今天下午五点半刚做完什么？",
            "今天晚上十点你会在做什么？",
        ),
        "reactions": (
            "你的早饭烧糊了！你会怎么做？",
            "茅厕里有人，你会怎么做？",
            "要做晚饭，可是家里什么都没有，你会怎么做？",
            "路上看见一个朋友，你会怎么做？",
            "街上失火了，你会怎么做？",
        ),
        "reflections": (
            "眼下最打动你的是什么？为什么？",
            "以你对{close}的了解，{close}会喜欢什么书？",
            "{close}过生日，你送什么礼物？",
            "你会怎么夸{close}？",
            "近来说过话的人里，你最想跟谁待在一起？为什么？",
        ),
    },
}  # fmt: skip
HOURS = {
    "1pm today": 13 * 60, "5:30pm today": 17 * 60 + 30, "10pm tonight": 22 * 60,
    "今天下午一点": 13 * 60, "今天下午五点半": 17 * 60 + 30, "今天晚上十点": 22 * 60,
}  # fmt: skip
ABSENT = {"en": "Why did you not come to the {occasion}?", "zh": "你为什么没来{occasion}？"}
