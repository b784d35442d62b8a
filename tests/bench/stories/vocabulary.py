"""The words in which a story says what it expects, and what each of them is."""

from __future__ import annotations

from tests.bench.stories import minds, talk, whereabouts
from tests.bench.stories.outcome import Vocabulary

VOCABULARY: Vocabulary = {
    "together": whereabouts.Together,
    "at": whereabouts.At,
    "not_at": whereabouts.NotAt,
    "host_first": whereabouts.HostFirst,
    "did": whereabouts.Did,
    "never_did": whereabouts.NeverDid,
    "not_alone": whereabouts.NotAlone,
    "sleeps_at": whereabouts.SleepsAt,
    "told": talk.Told,
    "never_told": talk.NeverTold,
    "invited": talk.Invited,
    "asked": talk.Asked,
    "answered": talk.Answered,
    "nobody_says": talk.NobodySays,
    "knows": talk.Knows,
    "never_knows": talk.NeverKnows,
    "planned": minds.Planned,
    "closeness_below": minds.ClosenessBelow,
    "closeness_above": minds.ClosenessAbove,
    "thing_state": minds.ThingStateIs,
    "stands": minds.Stands,
    "took_place": minds.TookPlace,
    "not_recited": minds.NotRecited,
}
