// A day as the map plays it: from what is sent, which tells only what changes, to everybody at any minute.

export class Day {
  constructor({ roster, words, frames, said }) {
    this.frames = unpacked(frames, roster, words);
    this.said = said.map(([minute, until, speaker, talk, speech]) => ({ minute, until, speaker, talk, speech }));
    this.members = membersOf(this.said);
    this.talks = [...this.members.keys()].map((talk) => this.said.find((line) => line.talk === talk));
  }

  get isEmpty() {
    return this.frames.length < 2;
  }

  get first() {
    return this.frames[0].minute;
  }

  /** Everybody and what is closed at a minute, with what is being said then and nothing that is said later. */
  at(minute) {
    const { closed, agents } = this.frames[this.number(minute)];
    const speaking = new Map(this.said.filter((line) => line.minute <= minute && minute < line.until).map((line) => [line.speaker, line]));
    return { minute, closed, agents: agents.map((agent) => withWords(agent, speaking.get(agent.id))) };
  }

  /** The minute of the next talk after one, or of the one before it; of somebody's own where a name is given. */
  talkFrom(minute, back, who) {
    const minutes = this.talks.filter(({ talk }) => !who || this.members.get(talk).has(who)).map((line) => line.minute);
    return back ? minutes.findLast((each) => each < minute) : minutes.find((each) => each > minute);
  }

  // The last frame that had begun by a minute.
  number(minute) {
    let [low, high] = [0, this.frames.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames[middle].minute <= minute) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function withWords(agent, line) {
  return line ? { ...agent, speech: line.speech, talk: line.talk, said_at: line.minute } : agent;
}

// A frame tells only what has changed since the one before; what is closed as well.
function unpacked(frames, roster, words) {
  const stands = new Map();
  let shut = [];
  return frames.map(([minute, closed, changed]) => {
    for (const [id, ...told] of changed) {
      const [name, emoji, colour] = roster[id];
      const [room, from_room, act_emoji, doing] = told.slice(0, 4).map((place) => words[place]);
      const [walking, left, arrives] = [Boolean(told[4]), told[5], told[6]];
      stands.set(id, { id, name, emoji, colour, room, walking, from_room, act_emoji, doing, left, arrives, speech: "", talk: 0, said_at: 0 });
    }
    shut = closed ?? shut;
    return { minute, closed: shut, agents: [...stands.values()] };
  });
}

function membersOf(said) {
  const members = new Map();
  for (const { talk, speaker } of said) members.set(talk, (members.get(talk) ?? new Set()).add(speaker));
  return members;
}
