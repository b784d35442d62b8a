// Reads what Townwright exports with the readers that others have written, for the tests.
// A line of JSON in ({form, text}), a line of JSON out ({found} or {failed}), until the input ends. Where there are
// choices, `picks` says which is taken at each, counted from 0; after them it is the first.
import { createRequire } from 'node:module'
import readline from 'node:readline'

import { parseTwee } from 'extwee'

const require = createRequire(import.meta.url)
const { Fountain, InlineLexer } = require('fountain-js')
const { Compiler } = require('inkjs/full')
const YarnBound = require('yarn-bound')

const complaints = []
for (const way of ['log', 'info', 'warn', 'error']) console[way] = (...said) => complaints.push(said.join(' '))

const READERS = {
  fountain: text =>
    new Fountain().parse(text, true).tokens.map(({ type, text = '' }) => {
      return { type, text, shown: InlineLexer.reconstruct(text) }
    }),

  ink: (text, picks) => {
    const compiler = new Compiler(text, { errorHandler: message => complaints.push(message) })
    const story = compiler.Compile()
    const [lines, choices] = [[], []]
    for (;;) {
      while (story.canContinue) {
        const line = story.Continue()
        lines.push({ text: line.replace(/\n$/, ''), tags: story.currentTags })
      }
      const offered = story.currentChoices.map(choice => choice.text)
      if (!offered.length) return { lines, choices }
      choices.push(offered)
      story.ChooseChoiceIndex(picks?.[choices.length - 1] ?? 0)
    }
  },

  twee: text => {
    const story = parseTwee(text)
    const passages = story.passages.map(({ name, tags, text, metadata }) => ({ name, tags, text, metadata }))
    return { name: story.name, ifid: story.IFID, format: story.format, start: story.start, passages }
  },

  yarn: (text, picks) => {
    const Runner = YarnBound.default ?? YarnBound
    const runner = new Runner({ dialogue: text, startAt: 'Start' })
    const [lines, choices] = [[], []]
    for (let result = runner.currentResult; result; result = runner.currentResult) {
      if (result.options) {
        const offered = result.options.map((option, index) => ({ ...option, index })).filter(it => it.isAvailable)
        choices.push(offered.map(option => option.text))
        runner.advance(offered[picks?.[choices.length - 1] ?? 0].index)
        continue
      }
      if (result.text !== undefined) {
        const speaker = result.markup?.find(mark => mark.name === 'character')?.properties.name
        lines.push({ speaker, text: result.text, hashtags: result.hashtags, title: result.metadata.title })
      } else if (result.constructor !== Object) { // a bare object says no more than that it has ended
        lines.push({ odd: result.constructor.name, command: result.command })
      }
      if (result.isDialogueEnd) break
      runner.advance()
    }
    return { lines, choices }
  }
}

for await (const asked of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { form, text, picks } = JSON.parse(asked)
  complaints.length = 0
  let answer
  try {
    answer = { found: READERS[form](text, picks), complaints }
  } catch (error) {
    answer = { failed: String(error.stack ?? error), complaints }
  }
  process.stdout.write(JSON.stringify(answer) + '\n')
}
