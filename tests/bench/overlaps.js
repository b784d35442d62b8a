// Goes through the minutes of a day on the map, and counts what covers what it must not: people, the names below
// them and what they say.
async (slider, step) => {
  const map = slider.getRootNode().querySelector(".map")
  const stage = map.querySelector(".stage")
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const boxOf = (element, who, what) => ({ who, what, ...element.getBoundingClientRect().toJSON() })
  const hit = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5
  const near = (a, b) => {
    const [x, y] = [(a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2]
    return Math.hypot(x, y) < (a.width + b.width) / 2 - 0.5
  }
  const found = { minutes: 0, people: 0, names: 0, bubbles: 0, shown: 0, left_out: 0, smallest: Infinity, where: [] }
  const count = (kind, pair, minute) => {
    found[kind] += 1
    if (found.where.length < 5) found.where.push(`${kind} at ${minute}: ${pair.map((each) => `${each.who}'s ${each.what}`).join(" and ")}`)
  }
  for (let minute = Number(slider.min); minute < Number(slider.max); minute += step) {
    slider.value = String(minute)
    slider.dispatchEvent(new Event("input", { bubbles: true }))
    await drawn()
    const figures = [...map.querySelectorAll(".figure")]
    const discs = figures.flatMap((each) => [".disc", ".act-disc"].map((part) => [each, each.querySelector(part)]))
      .filter(([, part]) => part.getBoundingClientRect().width).map(([each, part]) => boxOf(part, each.dataset.agent, part.classList[0]))
    const names = figures.filter((each) => each.querySelector(".name").textContent).map((each) => boxOf(each.querySelector(".name"), each.dataset.agent, "name"))
    const all = [...map.querySelectorAll(".speech")]
    const bubbles = all.filter((each) => !each.classList.contains("crowded")).map((each) => boxOf(each, each.dataset.speaker, "bubble"))
    const others = (some, rest, test, kind) => {
      for (const a of some) for (const b of rest) if (a.who !== b.who && test(a, b)) count(kind, [a, b], minute)
    }
    discs.forEach((one, at) => others([one], discs.slice(at + 1), near, "people"))
    others(discs, names, hit, "names")
    names.forEach((one, at) => others([one], names.slice(at + 1), hit, "names"))
    for (const a of bubbles) for (const b of [...discs, ...names]) if (hit(a, b)) count("bubbles", [a, b], minute)
    bubbles.forEach((one, at) => others([one], bubbles.slice(at + 1), hit, "bubbles"))
    found.minutes += 1
    found.shown += bubbles.length
    found.left_out += all.length - bubbles.length
    found.smallest = Math.min(found.smallest, ...discs.filter((each) => each.what === "disc").map((each) => each.width / 2))
  }
  return found
}
