"""What an English conclusion says: sentences by the claim that they make. What a claim needs is in `claims`."""

PATTERNS = {
    # ---- occasions
    "guests came": [
        "{people} came to the {occasion}, and {me} was glad of it.",
        "{people} came to the {occasion}, as {me} had hoped.",
    ],
    "a promised guest did not come": [
        "{who} did not come to the {occasion} although {me} had been promised."
    ],
    "guests have promised to come": [
        "{me} can count on {people} for the {occasion}.",
        "{me} begins to believe in the {occasion}, since {people} have promised to come.",
        "{people} will be at the {occasion}, and {me} is the easier for knowing it.",
        "One promise that {me} can build on for the {occasion} is {people}'s.",
    ],
    "was at an occasion and liked it": [
        "{me} was at {host}'s {occasion} and was not sorry to have gone.",
        "{me} is glad not to have missed {host}'s {occasion}.",
        "{me} was at {host}'s {occasion} and would go again.",
    ],
    "stayed longer than planned": ["{me} stayed longer at {host}'s {occasion} than planned."],
    "came home in a better mood": ["{me} came home from {host}'s {occasion} in a better mood."],
    # ---- people
    "likes somebody for something": [
        "{me} sets store by {other}, and knows why: {what}.",
        "{me} knows what {other} is worth, and would say so if asked: {what}.",
        "{me} would miss {other} sooner than most. One need only think of it: {what}.",
        "{me} does not take {other} for granted, not with this behind them: {what}.",
        "{me} is better off for {other}, and need not look far for the proof: {what}.",
        "{other} is no stranger to the better part of {me}'s days: {what}.",
    ],
    "dislikes somebody for something": [
        "{me} is wary of {other}, and can say since when: {what}.",
        "It costs {me} something to be civil to {other}, with this in mind: {what}.",
        "{me} and {other} do not see eye to eye, and here is the root of it: {what}.",
        "{me} expects nothing good from {other}, as long as one thing stands: {what}.",
    ],
    "somebody tells one the news": [
        "{other} keeps {me} informed of what goes on in {town}.",
        "{me} hears a good deal about {town} from {other}.",
        "If anything happens in {town}, {other} will come and tell {me}.",
        "{me} has only to ask {other} to know what is going on in {town}.",
    ],
    "somebody is the first with the news": ["Without {other}, {me} would hear of {town} a day late."],
    "several have told it": [
        "{people} have both told {me} of it, so there must be something in it: {topic}."
    ],
    "the town talks of it": [
        "People in {town} keep coming back to this: {topic}.",
        "Word is going round in {town}: {topic}.",
        "{me} hears it from every side: {topic}.",
    ],
    "keeps thinking of a matter": [
        "This is much on {me}'s mind: {topic}.",
        "{me} keeps thinking about it: {topic}.",
        "{me} cannot put it aside: {topic}.",
    ],
    # ---- sides
    "prefers one of two": [
        "{me} would rather see {a} than {b} come out on top.",
        "If it comes to a choice between {a} and {b}, {me} is for {a}.",
    ],
    "cannot choose between two": ["{me} cannot choose between {a} and {b}."],
    "is for somebody": [
        "{me} is for {a}, all told.",
        "{me} hopes that {a} will carry it off.",
        "If {me} has any say in it, it will be {a}.",
    ],
    "is against somebody": [
        "{me} would not put {b} in charge of anything that matters.",
        "{me} would be sorry to see {b} come out on top.",
    ],
    # ---- oneself
    "spends much time on it": [
        "{me} puts much of {their} time into {kind}.",
        "A good part of {me}'s day goes into {kind}.",
    ],
    "spends most time on it": ["{kind} is what {me}'s day is made of."],
    "is happiest at it": ["{me} seems to be happiest when busy with {kind}."],
    "stood before closed doors": [
        "{me} will have to plan better, having stood before a closed door more than once.",
        "Doors have a way of being shut when {me} comes.",
    ],
    "dealt with something urgent": ["{me} was there when it counted: {what}."],
    "has made up one's mind": [
        "{me} is serious about it: there is no putting it off any more.",
        "{me} has given it some thought, and means to see it through.",
        "{me} owes it to {people} to be serious about it now.",
        "What {me} has in mind will not be right until {people} knows of it.",
    ],
    "an old worry came up today": [
        "What weighs on {me} has not gone away.",
        "Something that came up today has brought {me} back to an old worry.",
        "{me} came near to saying today what the trouble is.",
        "Others have no idea how close they came to what troubles {me}.",
        "Even an ordinary day finds its way back to what {me} worries about.",
        "{me} had almost forgotten to worry until somebody mentioned it.",
    ],
    # ---- two conclusions joined
    "would ask somebody before deciding": [
        "{me} would like to hear what {other} thinks about it before deciding anything: {topic}.",
    ],
    "has an occupation and a friend": ["Between {kind} and {other}, {me} has little to complain of."],
    "lives on one thing and for somebody": [
        "{kind} is what {me} lives on, and {other} is whom {me} lives for."
    ],
    "goes out for two people": ["Were it not for {a} and {b}, {me} would have half the reasons to go out."],
    "is fond of two people": [
        "{me} has come to see it so: {a} for one kind of day and {b} for another.",
        "{me} would not like to have to choose between {a} and {b}.",
        "With {a} and {b} about, {me} is less alone than it sometimes feels.",
    ],
    "is vexed by one and holds on to another": ["{me} is vexed by {b}, and holds on to {a} all the more."],
    "thinks of somebody often": [
        "Whatever {me} thinks about of late, {other} turns up in it.",
        "{me} notices how many of the day's thoughts end with {other}.",
        "There is more of {other} in {me}'s head these days than {me} would say aloud.",
        "One name keeps coming up when {me} looks back, and it is {other}.",
        "{me} did not set out to think of {other} so often, and does.",
    ],
    "thinks of somebody half of the time": [
        "If {me} is honest, half of what there was to think about had to do with {other}.",
    ],
    "thinks of nobody so much": [
        "{other} was only one of many today, and {me} has thought of nobody else so much.",
    ],
    "has thought of somebody three times in a row": [
        "{me} would not have said that {other} mattered so much, and here is the third thought of {other} in a row.",
    ],
    "thinks of a rival often": [
        "{me} gives {other} more thought than {me} likes.",
        "{other} takes up more room in {me}'s head than {me} ever offered.",
        "{me} would rather have thought of anybody else, and it was {other} again.",
        "It annoys {me} how often {other} comes into it.",
    ],
    "is busy while all talk of something": [
        "Even busy with {kind}, {me} cannot get away from what everybody is talking about.",
    ],
    # ---- answers
    "was promised what was asked for": [
        "{other} said yes when {me} asked for {topic}. It is {me}'s turn to be of use now.",
        "{me} asked {other} for {topic} and did not have to ask twice. That is worth remembering on a worse day.",
        "{topic} will come from {other}. {me} had not thought it would be so easy, and owes a favour.",
        "{other} will {topic}, because {me} asked. {me} can lean on that, and must not lean too hard.",
        "{me} asked {other} to {topic} and got a yes. With that the rest is up to {me}.",
        "Now that {other} has agreed to {topic}, {me} can stop carrying it alone.",
    ],
    "was encouraged in an aim": [
        "{other} would have {me} {topic}. With one on {me}'s side it is no daydream any more.",
        "{me} wants to {topic}, and {other} did not laugh. From here on it would take courage to give it up.",
        "{other} thinks it right that {me} should {topic}. Now only {me} stands in the way.",
    ],
    "has somebody's support": [
        "{other} is for {me} in the matter of {topic}. Every such promise is also a debt.",
        "{me} can count {other} in for {topic}, and will have to show that it was no mistake.",
        "With {other} behind it, {me}'s standing for {topic} is no longer one person's notion.",
    ],
    "was refused what was asked for": [
        "{other} would not part with {topic}. {me} has to ask elsewhere or find out why.",
        "{me} asked {other} for {topic} and came away with nothing. The next asking will be harder.",
        "Nothing came of asking {other} for {topic}. {me} wonders whether it was the thing or the asking.",
        "{other} will not {topic}. {me} must do it alone, or find somebody who is fonder of {me}.",
        "{me} asked {other} to {topic}, and it was too much to ask. At least {me} knows it now.",
        "{other} refused to {topic}, and {me} would give something to know the reason.",
    ],
    "was discouraged in an aim": [
        "{other} is against it that {me} should {topic}. Either {other} sees something, or {me} has to show it.",
        "{me} still wants to {topic}, and knows now that it will be without {other}.",
        "If {me} goes on to {topic}, it will cost some of {other}'s goodwill.",
    ],
    "was refused support": [
        "{other} will not have {me} for {topic}. That is one to win over, or one to do without.",
        "{me} has lost {other} for {topic}, and others listen to {other}.",
        "In the matter of {topic}, {me} knows where {other} stands, and it is on the other side.",
    ],
    "was refused for an old story": [
        "{other} said no to {me} ({topic}), and {me} does not believe it has nothing to do with this: {what}.",
        "{me} cannot think of {other}'s no ({topic}) without thinking of this as well: {what}.",
        "Before {me} asks {other} again ({topic}), something else should be put right: {what}.",
    ],
    "was not told what was asked": [
        "{me} asked, and {other} would not say. There must be a reason.",
        "{other} kept something back when {me} asked, and {me} would like to know for whose sake.",
    ],
    "was forgiven": [
        "{other} has forgiven {me}, and {me} means to deserve it.",
        "{me} had not been sure of {other}, and owes {other} the proof that it was right to forgive.",
    ],
    # ---- what is said and unsaid
    "will be a guest with something on the mind": [
        "{me} has promised to come to {other}'s {occasion}, and cannot go there as if this were not so: {what}.",
        "At {other}'s {occasion} there will be one thing on {me}'s mind and not on the table: {what}.",
        "{other}'s {occasion} would be a chance to speak of it, or else one more missed: {what}.",
        "{me} cannot sit at {other}'s {occasion} with an easy heart: {what}.",
    ],
    "knows it of somebody and did not say so": [
        "{me} has talked with {other} and let nothing show of what {me} knows: {what}.",
        "{me} knows it, and {other} does not know that {me} does: {what}. Every talk makes it harder to mention.",
        "Whatever {other} talks of, {me} hears this underneath: {what}.",
        "If {other} ever asks whether {me} knew of it, {me} will need a good answer: {what}.",
    ],
    "was told something of somebody, and saw them": [
        "{other} goes on {doing}, and only who has been told would guess: {what}. {me} has been told.",
        "{me} saw {other} {doing}, and thought of what {other} had said: {what}. Somebody ought to do something.",
        "{what}, so {me} has it from {other}, and then there {other} is, {doing}. It takes strength to go on like that.",
        "Seeing {other} {doing}, {me} would not have known. But {me} does know: {what}.",
        "{what}, {me} has been told. What {me} sees is {other} {doing}. It is a long way from one to the other.",
        "{me} watched {other} {doing} and wondered how that is to lead to what {other} wants: {what}.",
        "{other} has spoken of it to {me}: {what}. And still {other} is {doing}, as on any day.",
        "Nobody who sees {other} {doing} would guess it, and {me} only knows because {other} said so: {what}.",
    ],
    "heard of somebody from another, and saw them": [
        "{a} had told {me} of it ({what}), and so {me} saw {other} {doing} with other eyes.",
        "{what}, if {a} is right. {me} saw {other} {doing} and looked for a sign of it.",
        "{me} has it from {a} that {what}. But {other}, {doing}, looked like somebody with a mind at rest.",
    ],
    "saw somebody and had something in mind": [
        "{me} saw {other} {doing}, and did not change a word of it: {what}.",
        "{other}, {doing}: there it was again before {me}'s eyes. {what}. But {me} has never asked {other}.",
        "{me} looked on while {other} was {doing}, and asked if it is quite fair to think so: {what}.",
        "{other} was {doing} and gave {me} no sign. But {me} has not forgotten: {what}.",
        "{me} could not look at {other}, {doing}, without this coming up: {what}. It should be settled.",
        "The longer {other} says nothing, {doing} as ever, the more it weighs on {me}: {what}.",
        "{me} saw {other} {doing} and had to think of it: {what}.",
        "{other} was {doing}, and to {me} it was not just anybody: {what}.",
        "To see {other} {doing} is more to {me} than it would be to others, since {what}.",
        "{me} looked on while {other} was {doing}, and wanted to say something, because {what}. The moment passed.",
    ],
    "two want different things": [
        "{topic}. But {what}. Somebody will be disappointed, and {me} would rather it were neither.",
        "What {other} wants of {me} is one thing: {topic}. What {me} wants is another: {what}.",
        "{me} listened to {other} ({topic}) and said nothing of {me}'s own wish: {what}.",
    ],
    "two people say things of a third": [
        "{a} says this of {other}: {what}. {b} says that: {topic}. {me} begins to see how the two belong together.",
        "From {a}, {me} has it that {what}; from {b}, that {topic}. One ought to ask {other}.",
        "Neither {a} nor {b} told {me} the whole of it: {what}, and {topic}. What {other} would say is a third thing.",
    ],
    "somebody says something that goes with an old story": [
        "{topic}, says {other}. {me} thinks of it differently than others would, since {what}.",
        "{me} heard {other} say it ({topic}), and it sounded otherwise because of this: {what}.",
        "Two things about {other} go together in {me}'s head now: {what}, and {topic}.",
        "{topic}, {other} says, and {me} has only to think back to believe it: {what}.",
    ],
    "did one thing and wanted another": [
        "{what}. Today it was {doing} again. Nobody will do the other thing for {me}.",
        "{me} spent the hours {doing}, with this at the back of every one of them: {what}.",
        "{what}. The day was {doing} from end to end, and {me} knows that it will not come by itself.",
        "While {doing}, {me} thought it through once more: {what}. It begins with a first step, and that was not it.",
    ],
    "heard something that touches a worry": [
        "{heard}. That touches {me} more than whoever said it can know, for {what}.",
        "{what}. And now {me} hears this: {heard}. It is no longer a worry for some later day.",
        "{me} put two and two together: {heard}, and {what}. Somebody should be told.",
    ],
    "saw somebody do two things": [
        "{other} was {doing} when {me} came by, and then {heard}. Somebody ought to ask when {other} sits down.",
        "{me} has seen {other} {doing} and {other} {heard}, and could not say which of the two is the real one.",
        "First {doing}, then {heard}: {me} wonders whom {other} does it all for.",
        "{other} is more than one person, it seems to {me}: one {doing}, and one {heard}.",
        "{me} knows {other} by now from two sides, {doing} and {heard}, and has never asked which comes easier.",
    ],
    "talked and did not say it": [
        "{me} talked with {other} and left out the one thing: {what}.",
        "It would have taken one sentence to {other}, and {me} did not say it: {what}.",
        "{me} had it on the tip of the tongue with {other}, and spoke of something else: {what}.",
        "As long as {other} does not hear it from {me}, it stays as it is: {what}.",
    ],
    "keeps something back in talk": [
        "{me} and {other} talked of this and that, and not of what matters. It will not get easier.",
        "Whenever {me} speaks with {other}, the thing that matters stays unsaid, and time is passing.",
        "{me} keeps the talk with {other} light, for fear of what an honest word might cost.",
        "{me} has something to say to {other} and has not said it, and every pleasant word makes it harder.",
        "{me} went away from {other} with what mattered most still unspoken.",
        "Between {me} and {other} somebody must begin, and {me} knows who.",
    ],
    "talked over an old story": [
        "{me} talked with {other}, and under the small talk lay this: {what}.",
        "{other} and {me} exchanged a few words, and neither came near it: {what}.",
        "A few words with {other}, and {me} had it all in mind again: {what}.",
        "{me} and {other} talked, and nobody listening would have guessed it: {what}.",
        "{me} and {other} need not say it, and perhaps should: {what}.",
    ],
    "told somebody": [
        "{me} has told {other} now, and there is no taking it back: {what}.",
        "{other} knows it from {me}'s own mouth now: {what}.",
    ],
    "told somebody and is lighter": [
        "It is out between {me} and {other}, and {me} is the lighter for it: {what}."
    ],
    "has an old quarrel that talk did not settle": [
        "{me} and {other} keep up appearances, and the old matter is always the third in the room.",
        "A few civil words with {other} have settled nothing, and {me} knows that it will come out some day.",
        "{me} cannot forgive {other}, nor quite give {other} up, and each talk makes that plainer.",
        "If {me} and {other} go on like this, others will have to take sides.",
    ],
    "talked with something coming": [
        "{me} talked with {other} with one eye on what is coming: {what}.",
        "It was as well to have talked with {other} before it comes to this: {what}.",
        "After speaking with {other}, {me} had better keep to it: {what}.",
    ],
    "is busy and wants something else": [
        "Nobody would guess from {kind} what {me} is really after.",
        "Another day went into {kind}, and what {me} wants was put off once more.",
        "{me} wants one thing, and the days go into {kind}. Sooner or later one of the two must give way.",
        "As long as {kind} fills the hours, what {me} really wants will have to wait, perhaps too long.",
        "For {kind}, {me} hardly needs to be awake. What {me} is after asks for more courage than that.",
        "With {kind} to hold on to, {me} stays steady while the larger wish grows.",
    ],
    "an earlier conclusion is borne out": [
        "What {me} had only thought is borne out: {what}.",
        "{me} was not certain before and is by now: {what}.",
        "{me} has thought it before and is now sure of it: {what}.",
    ],
}
