import { today as readersDay } from '../../lib/today.ts'
import { splitTypedDay } from '../../lib/typed-day.ts'
import { statusLabels as clientLabels, type ProspectStatus, prospectStatuses } from '../clients/client.ts'
import { type ProjectStatus, statusLabels as projectLabels, projectStatuses } from '../project-status/project-status.ts'

/** A command in the words that the person typed: the name that it is about, and its argument. */
export type Command =
  | { verb: 'status'; name: string; ofProject?: ProjectStatus; ofClient?: ProspectStatus }
  | { verb: 'note' | 'update'; name: string; text: string }
  | { verb: 'contact'; name: string; day: string | undefined; text: string }
  | { verb: 'reply'; name: string }

type CommandMeaning = { status: string } | { verb: Exclude<Command['verb'], 'status'> }

/** The fewest letters by which a command may be abbreviated; fewer would match too many words. */
const FEWEST_LETTERS = 3

/** Words of a typed command that carry no meaning beside a name. */
const small = new Set(['mark', 'set', 'add', 'write', 'to', 'as', 'on', 'for'])

const statuses = [...new Set([...Object.values(projectLabels), ...Object.values(clientLabels)])]
type Meaning = readonly [words: string, meaning: CommandMeaning]
const verbs: readonly Meaning[] = (['note', 'update', 'reply', 'contact'] as const).map((verb) => [verb, { verb }])
const states: readonly Meaning[] = [
  ...statuses.map((status) => [status.toLowerCase(), { status }] as const),
  ['done', { status: projectLabels.completed }],
  ['finished', { status: projectLabels.completed }],
  ['hold', { status: projectLabels.on_hold }],
  ['progress', { status: projectLabels.in_progress }],
]

/**
 * Parses "bakery completed", "note bakery: they called" or "contact bakery friday: send the offer". The verb stands before
 * or after the name, its beginning is enough, and text follows a colon.
 */
export function parseCommand(typed: string, today = readersDay()): Command | undefined {
  const [head = '', ...tail] = typed.split(':')
  const words = withoutSmall(head.split(/\s+/).filter(Boolean))
  const text = tail.join(':').trim()
  const found = findMeaning(words, verbs) ?? findMeaning(words, states)
  if (!found) return undefined
  const command = read(found.meaning, found.others, { text, today })
  if (tail.length > 0 && !('text' in command)) return undefined
  return command.name.length >= FEWEST_LETTERS ? command : undefined
}

/** Finds a command's verb at the beginning or the end of the words. Returns it with the rest. */
function findMeaning(
  words: readonly string[],
  meanings: readonly Meaning[],
): { meaning: CommandMeaning; others: string[] } | undefined {
  for (const count of [2, 1]) {
    if (words.length <= count) continue
    for (const [typedWords, others] of [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const) {
      const meaning = findByBeginning(typedWords.join(' ').toLowerCase(), meanings)
      if (meaning) return { meaning, others: withoutSmall(others) }
    }
  }
  return undefined
}

const findByBeginning = (typedWords: string, meanings: readonly Meaning[]): CommandMeaning | undefined =>
  typedWords.length < FEWEST_LETTERS ? undefined : meanings.find(([words]) => words.startsWith(typedWords))?.[1]

function withoutSmall(words: readonly string[]): string[] {
  const isSmall = (word: string) => small.has(word.toLowerCase())
  const first = words.findIndex((word) => !isSmall(word))
  return first === -1 ? [] : words.slice(first, words.findLastIndex((word) => !isSmall(word)) + 1)
}

type ReadOptions = { text: string; today: string }

function read(meaning: CommandMeaning, words: string[], { text, today }: ReadOptions): Command {
  const name = words.join(' ')
  if ('status' in meaning) {
    const ofProject = projectStatuses.find((status) => projectLabels[status] === meaning.status)
    const ofClient = prospectStatuses.find((status) => clientLabels[status] === meaning.status)
    return { verb: 'status', name, ...(ofProject && { ofProject }), ...(ofClient && { ofClient }) }
  }
  if (meaning.verb === 'contact') {
    const { before, day } = splitTypedDay(words, today) ?? { before: words, day: undefined }
    return { verb: 'contact', name: withoutSmall(before).join(' '), day, text }
  }
  return meaning.verb === 'reply' ? { verb: 'reply', name } : { verb: meaning.verb, name, text }
}
