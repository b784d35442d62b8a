"""What a Chinese conclusion says: sentences by the claim that they make. What a claim needs is in `claims`."""

PATTERNS = {
    # ---- occasions
    "guests came": ["{people}来了{occasion}，{me}心里高兴。", "{people}到底来了{occasion}，{me}没有白盼。"],
    "a promised guest did not come": ["{who}答应了{me}，却没有来{occasion}。"],
    "guests have promised to come": [
        "{people}都答应要来，{me}对{occasion}有了底。",
        "{me}办{occasion}，{people}是靠得住的。",
        "{people}要来{occasion}，{me}心里有了底。",
    ],
    "was at an occasion and liked it": ["{me}庆幸没有错过{host}的{occasion}。"],
    "stayed longer than planned": ["{me}在{host}的{occasion}上多待了一阵。"],
    "came home in a better mood": ["{me}从{host}的{occasion}回来，心里舒坦。"],
    # ---- people
    "likes somebody for something": [
        "{me}念着{other}的好，说得出由头：{what}。",
        "{me}嘴上不说，心里看重{other}，不为别的：{what}。",
        "少了{other}，{me}会觉得缺点什么，想想这件就晓得：{what}。",
        "{me}跟{other}处得好不是一天两天的事：{what}。",
        "有{other}在，{me}就定心，这话有来历：{what}。",
    ],
    "dislikes somebody for something": [
        "{me}跟{other}说不到一块儿，根子在这里：{what}。",
        "{me}对{other}总要防着一手，不是没来由：{what}。",
        "{me}要费好大的劲才能对{other}客气，心里老记着：{what}。",
        "{me}不指望{other}有什么好话，只要这件事还在：{what}。",
    ],
    "somebody tells one the news": [
        "{town}有什么动静，{other}总会来告诉{me}。",
        "{me}从{other}那里听来不少{town}的事。",
        "{other}的话里，总有几句是{me}没听过的。",
        "{me}想知道{town}的新鲜事，问{other}就够了。",
        "{other}一来，{me}就晓得{town}又出了什么事。",
    ],
    "somebody is the first with the news": ["要不是{other}，{me}在{town}就跟聋子一样。"],
    "several have told it": ["{people}都跟{me}讲过，看来不是空穴来风：{topic}。"],
    "the town talks of it": [
        "{town}的人翻来覆去讲这件事：{topic}。",
        "{town}都在传：{topic}。",
        "{me}走到哪里都听见这件事：{topic}。",
    ],
    "keeps thinking of a matter": [
        "{me}心里老装着这件事：{topic}。",
        "{me}放不下这件事：{topic}。",
        "{me}想来想去还是这件事：{topic}。",
    ],
    # ---- sides
    "prefers one of two": ["{me}宁可{a}占上风，也不要{b}。", "真要挑一个，{me}挑{a}，不挑{b}。"],
    "cannot choose between two": ["{a}和{b}，{me}哪个也挑不下手。"],
    "is for somebody": ["{me}盼着{a}把事情做成。", "{me}相信{a}做得来。"],
    "is against somebody": ["{me}信不过{b}。", "{b}要是遂了愿，{me}心里不舒服。"],
    # ---- oneself
    "spends much time on it": ["{me}的工夫多半花在{kind}上。", "{me}一天到晚离不开{kind}。"],
    "is happiest at it": ["一到{kind}，{me}心里就踏实。"],
    "stood before closed doors": [
        "{me}吃了几回闭门羹，往后出门得先算算时候。",
        "{me}一到，门就偏偏关着。",
    ],
    "dealt with something urgent": ["要紧的时候{me}正好在场：{what}。"],
    "has made up one's mind": [
        "{me}这回是当真的，不再拖了。",
        "{me}前前后后想过了，打算把这件事做到底。",
        "{me}这回是当真的，见了{people}总得有个交代。",
        "{me}心里那件事，和{people}说开了才算完。",
    ],
    "an old worry came up today": [
        "压在{me}心上的事还在。",
        "今天有人提了一句，又勾起了{me}的心事。",
        "{me}今天差一点就把心事说出来了。",
        "旁人不知道，有句话正碰在{me}的心事上。",
        "好好的一天，绕来绕去，{me}还是想到了那桩心事。",
    ],
    # ---- two conclusions joined
    "would ask somebody before deciding": ["{me}想先听听{other}怎么看这件事，再拿主意：{topic}。"],
    "has an occupation and a friend": ["有{kind}，有{other}，{me}的日子就过得去。"],
    "lives on one thing and for somebody": ["{me}手上靠的是{kind}，心里靠的是{other}。"],
    "goes out for two people": ["要不是有{a}和{b}，{me}出门的由头要少一半。"],
    "is fond of two people": ["{a}和{b}，叫{me}丢开哪一个都不行。", "有{a}和{b}在，{me}就不算孤单。"],
    "is vexed by one and holds on to another": ["{me}越是受{b}的气，越念{a}的好。"],
    "thinks of somebody often": [
        "{me}这两天想来想去，总绕不开{other}。",
        "回头一想，{me}心里转的还是{other}的事。",
        "{other}在{me}心里占的地方，比嘴上说的多。",
        "{me}没打算老想着{other}，可还是想了。",
    ],
    "thinks of somebody half of the time": ["{me}发觉，一天下来想的事，多半落在{other}身上。"],
    "thinks of nobody so much": ["今天见的人不少，{me}想得最多的还是{other}。"],
    "thinks of a rival often": [
        "{me}不愿多想{other}，偏偏老想起来。",
        "{other}的事总在{me}心里硌着。",
        "{me}想点什么都能拐到{other}那儿去，越想越堵。",
    ],
    "is busy while all talk of something": ["{me}手里忙着{kind}，耳朵还是躲不开大家讲的那件事。"],
    # ---- answers
    "was promised what was asked for": [
        "{me}向{other}开口要{topic}，{other}一口答应。往后该轮到{me}帮忙了。",
        "{topic}有{other}肯给，{me}没费第二句口舌。这样的人要记着。",
        "{other}答应了{topic}，{me}不必再一个人扛着。",
        "{me}求{other}{topic}，求下来了。剩下的就看{me}自己。",
    ],
    "was encouraged in an aim": [
        "{me}立意{topic}，{other}没有笑话。再打退堂鼓就说不过去了。",
        "{other}也盼{me}{topic}。如今挡在前头的只有{me}自己。",
    ],
    "has somebody's support": [
        "竞选{topic}这件事，{other}站在{me}这边。多一个人赞成，{me}就多一份担子。",
        "{me}竞选{topic}，有{other}撑着，就不只是一个人的念头了。",
    ],
    "was refused what was asked for": [
        "{me}向{other}开口要{topic}，没要到。下回再开口只会更难。",
        "{topic}，{other}不肯给。{me}得另找人，要不就弄明白为什么。",
        "{me}求{other}{topic}，{other}推掉了。{me}只好自己来，心里还想问个缘故。",
        "{other}不肯{topic}。开口是开了，{me}总算晓得深浅。",
    ],
    "was discouraged in an aim": [
        "{me}还是立意{topic}，只是晓得{other}不会帮这一把。",
        "{me}要是真去{topic}，跟{other}的情分怕要薄一层。",
    ],
    "was refused support": [
        "竞选{topic}，{other}不站在{me}这边。听{other}话的人可不少。",
        "{me}竞选{topic}，头一个要说服的就是{other}。",
    ],
    "was refused for an old story": [
        "{other}没有答应{me}（{topic}），{me}不信跟这件事没关系：{what}。",
        "{me}要再向{other}开口（{topic}），先得把另一件事了结：{what}。",
    ],
    "was not told what was asked": [
        "{me}问了，{other}不肯说，里头总有个缘故。",
        "{other}有话瞒着{me}，{me}想弄明白是为了谁。",
    ],
    "was forgiven": [
        "{other}不计较了，{me}得做出样子来，才对得起这一声。",
        "{other}肯原谅，{me}心里倒更过意不去。",
    ],
    # ---- what is said and unsaid
    "will be a guest with something on the mind": [
        "{me}答应了去{other}的{occasion}，可心里搁着这件事，怎么坐得安稳：{what}。",
        "{other}的{occasion}上，{me}要么把话说开，要么又错过一回：{what}。",
        "到了{other}的{occasion}，桌上不会提，{me}心里却只有这一件：{what}。",
    ],
    "knows it of somebody and did not say so": [
        "{me}跟{other}说了话，知道的那件事一点没露：{what}。",
        "{other}不晓得{me}已经知道了：{what}。话说得越多，越不好提。",
        "哪天{other}问起来，{me}早就知道这件事，可怎么答：{what}。",
    ],
    "was told something of somebody, and saw them": [
        "{me}看{other}在那儿{doing}，想起{other}亲口说过的话：{what}。总得有人搭把手。",
        "{other}照旧在那儿{doing}，不是听{other}说过，{me}哪里看得出来：{what}。",
        "{what}，这是{other}自己说的。{me}再看{other}在那儿{doing}，就晓得有多不容易。",
        "{me}听{other}说过：{what}。可眼前{other}还在那儿{doing}，这中间隔着好长一段路。",
        "光看{other}在那儿{doing}，谁也猜不到，{me}是听本人说的：{what}。",
        "{other}在那儿{doing}，{me}看着，心里替{other}盘算那件事怎么才成：{what}。",
    ],
    "heard of somebody from another, and saw them": [
        "{a}跟{me}讲过（{what}），再看{other}在那儿{doing}，眼光就不一样了。",
        "{me}听{a}说{what}。可看{other}在那儿{doing}，倒不像有什么心事。",
    ],
    "saw somebody and had something in mind": [
        "{me}看见{other}在那儿{doing}，还是那句老话：{what}。",
        "{me}看{other}在那儿{doing}，问自己这么想公道不公道：{what}。",
        "{other}在那儿{doing}，一个字没提，{me}可没忘：{what}。",
        "{other}越是不提，照旧在那儿{doing}，{me}心里越过不去：{what}。",
        "{me}看见{other}在那儿{doing}，不由得想起来：{what}。",
        "旁人看{other}在那儿{doing}，看过就算了；{me}不一样，因为{what}。",
        "{other}在那儿{doing}，{me}想说句话，又没说成：{what}。",
    ],
    "two want different things": [
        "{other}指望{me}的是一样：{topic}。{me}自己要的是另一样：{what}。",
        "{me}听{other}说了（{topic}），自己的心思却没说出口：{what}。",
    ],
    "two people say things of a third": [
        "{a}说{other}：{what}。{b}又说：{topic}。两句话放在一起，{me}有点明白了。",
        "{me}从{a}那里听说{what}，从{b}那里听说{topic}。到底怎样，还得问{other}。",
    ],
    "somebody says something that goes with an old story": [
        "{other}说：{topic}。{me}听着跟旁人不一样，因为{what}。",
        "{other}的两件事，在{me}心里连到一块儿了：{what}；{topic}。",
        "{other}那句话（{topic}），{me}一听就懂，毕竟{what}。",
    ],
    "did one thing and wanted another": [
        "{what}。可今天又是{doing}。那件事，没有人会替{me}去做。",
        "{me}一面{doing}，一面又想了一遍：{what}。总得先走一步，今天这步还没走。",
        "{what}，一天的工夫却都给了{doing}。{me}晓得，这事自己不会找上门来。",
    ],
    "heard something that touches a worry": [
        "{heard}。说的人不晓得，这话正碰在{me}的心事上：{what}。",
        "{what}。现在{me}又听见这一句：{heard}。这件事拖不得了。",
    ],
    "saw somebody do two things": [
        "{me}先看见{other}在那儿{doing}，后来又看见在那儿{heard}，总该有人问问{other}几时歇一歇。",
        "{other}一会儿{doing}，一会儿{heard}，{me}想，这都是为了谁。",
        "一个{doing}的{other}，一个{heard}的{other}，{me}说不上哪个才是真的。",
    ],
    "talked and did not say it": [
        "{me}跟{other}说了一阵话，偏偏没说这一句：{what}。",
        "话到嘴边，{me}又跟{other}讲别的去了：{what}。",
        "{me}不跟{other}说穿，事情就一直是这样：{what}。",
    ],
    "keeps something back in talk": [
        "{me}跟{other}说东说西，偏没说到要紧处，越拖越难开口。",
        "每回跟{other}说话，最该说的那句{me}都咽了回去，日子却不等人。",
        "{me}跟{other}之间总得有一个先开口，{me}晓得该是谁。",
        "{me}对{other}有句话没讲，客气话说得越多，那句越难出口。",
    ],
    "talked over an old story": [
        "{me}跟{other}说了几句闲话，底下压着的是这一件：{what}。",
        "{me}和{other}嘴上说的是别的，谁也没碰那件事：{what}。",
        "跟{other}才说几句，{me}就全想起来了：{what}。",
    ],
    "told somebody": ["这话{me}到底跟{other}说了，收不回来了：{what}。", "{me}亲口告诉了{other}：{what}。"],
    "told somebody and is lighter": ["{me}跟{other}把话讲开了，心里轻了些：{what}。"],
    "has an old quarrel that talk did not settle": [
        "{me}跟{other}面上过得去，旧账却还坐在两人当中。",
        "跟{other}客气几句什么也没了结，{me}晓得迟早要摊开来。",
        "{me}跟{other}再这样下去，旁人就得站队了。",
    ],
    "talked with something coming": [
        "{me}跟{other}说着话，心里惦着眼前要办的事：{what}。",
        "跟{other}话都说了，{me}就得做到才好：{what}。",
    ],
    "is busy and wants something else": [
        "旁人只看见{me}忙{kind}，猜不到心里还有一件。",
        "今天又是{kind}，真正想的那件，{me}又搁了一天。",
        "{me}心里要的是一样，日子却都花在{kind}上，早晚得舍一头。",
        "{kind}占满了工夫，{me}真正想的事只好等着，只怕等得太久。",
        "有{kind}垫底，{me}才敢想那件大的。",
    ],
    "an earlier conclusion is borne out": [
        "{me}原先还拿不准，现在信了：{what}。",
        "{me}从前就这么想，如今更拿得准了：{what}。",
    ],
}
