// The keys of a replay, wherever on its page one is: none of them where something is typed or chosen.
const STEP = 5;

export class Keys {
  constructor(player) {
    this.acts = {
      " ": () => (player.timer ? player.pause() : player.play()),
      n: () => player.toTalk(false),
      p: () => player.toTalk(true),
      ArrowRight: () => player.goTo(player.minute + STEP),
      ArrowLeft: () => player.goTo(player.minute - STEP),
    };
    addEventListener("keydown", (event) => this.press(event), { capture: true });
  }

  press(event) {
    const act = this.acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const [target] = event.composedPath();
    const isField = ["SELECT", "INPUT"].includes(target.tagName);
    const isPressed = event.key === " " && (target.tagName === "BUTTON" || target.getAttribute?.("role") === "button");
    if (!act || isField || isPressed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }
}
