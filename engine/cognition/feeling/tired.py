"""Tired: when exhaustion changes the day or the bedtime, and how it is remembered."""

from __future__ import annotations

from engine.cognition.thinker import Thinker

_EARLY = 75  # minutes before their usual hour at which the tired may go to bed
_AT_IT = 150  # minutes for which one stays at what one has agreed to
_WORN_OUT_MATTERS, _EARLY_MATTERS = 5, 2


def has_given_out(thinker: Thinker) -> bool:
    """Return whether the agent is worn out since its plan for today was made."""
    being, plan = thinker.mind.wellbeing, thinker.mind.plan
    since = being.last.get(being.energy)
    return since is not None and since.id > plan.made and being.is_worn_out(thinker.now)


def remember_worn_out(thinker: Thinker) -> None:
    """Remember being worn out, if a plan is about to be made that does not allow for it yet."""
    being, plan = thinker.mind.wellbeing, thinker.mind.plan
    fresh = thinker.now >= plan.bedtime or has_given_out(thinker)
    if fresh and being.is_worn_out(thinker.now):
        since = being.last.get(being.energy)
        thinker.remember(
            "observation",
            thinker.say("is_worn_out"),
            _WORN_OUT_MATTERS,
            source=since.id if since is not None else 0,
            about=(thinker.id,),
            place=thinker.room.path,
        )


def turns_in(thinker: Thinker) -> bool:
    """Return whether the agent is too tired to stay up till bedtime, and has no engagement before."""
    plan, now = thinker.mind.plan, thinker.now
    if not plan.bedtime - _EARLY <= now < plan.bedtime or not thinker.mind.wellbeing.is_spent(now):
        return False
    return not thinker.mind.engagements.between(now - _AT_IT, plan.bedtime)


def remember_early_night(thinker: Thinker) -> None:
    """Remember why the agent goes to bed early."""
    if thinker.now < thinker.mind.plan.bedtime:
        thinker.remember(
            "observation",
            thinker.say("early_night"),
            _EARLY_MATTERS,
            about=(thinker.id,),
            place=thinker.room.path,
        )
