import { statusLabels as clientLabels, type ProspectStatus, prospectStatuses } from '../clients/client.ts'
import { type ProjectStatus, statusLabels as projectLabels, projectStatuses } from '../project-status/project-status.ts'

/** A command in the words that the person typed: the name that it is about, and its argument. */
export type Command =
  | { deed: 'status'; name: string; ofProject?: ProjectStatus; ofClient?: ProspectStatus }
  | { deed: 'assign'; name: string; to: string }
  | { deed: 'note' | 'update'; name: string; text: string }
  | { deed: 'deactivate' | 'reply'; name: string }
  | { deed: 'invite'; name: string; email: string }

type CommandMeaning = { status: string } | { deed: Exclude<Command['deed'], 'status'> }

/** A shorter beginning would match too many words. */
const FEWEST_LETTERS = 3

/** Words that carry no meaning beside a name. */
const small = new Set(['mark', 'set', 'add', 'write', 'to', 'as', 'on', 'for'])

const statuses = [...new Set([...Object.values(projectLabels), ...Object.values(clientLabels)])]
type Meaning = readonly [words: string, meant: CommandMeaning]
const deeds: readonly Meaning[] = (['assign', 'note', 'update', 'deactivate', 'reply', 'invite'] as const).map(
  (deed) => [deed, { deed }],
)
const states: readonly Meaning[] = [
  ...statuses.map((status) => [status.toLowerCase(), { status }] as const),
  ['done', { status: projectLabels.completed }],
  ['finished', { status: projectLabels.completed }],
  ['hold', { status: projectLabels.on_hold }],
  ['progress', { status: projectLabels.in_progress }],
]

/**
 * Parses "bakery completed", "note bakery: they called" or "invite jo@north.test Jo Smith". The verb stands before or
 * after the name, its beginning is enough, and text follows a colon. For people who may assign, two words may also be a
 * project and a colleague.
 */
export function parseCommand(typed: string, { mayAssign }: { mayAssign: boolean }): Command | undefined {
  const [head = '', ...tail] = typed.split(':')
  const words = withoutSmall(head.split(/\s+/).filter(Boolean))
  const text = tail.join(':').trim()
  const found = withMeaning(words, deeds) ?? withMeaning(words, states)
  const asked = found ? read(found.meant, found.others, text) : mayAssign ? assignment(words) : undefined
  if (asked === undefined || (tail.length > 0 && !('text' in asked))) return undefined
  return asked.deed === 'invite' || asked.name.length >= FEWEST_LETTERS ? asked : undefined
}

/** Splits the words into a known beginning or end and the rest. */
function withMeaning(
  words: readonly string[],
  meanings: readonly Meaning[],
): { meant: CommandMeaning; others: string[] } | undefined {
  for (const count of [2, 1]) {
    if (words.length <= count) continue
    for (const [said, others] of [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const) {
      const meant = meaningOf(said.join(' ').toLowerCase(), meanings)
      if (meant) return { meant, others: withoutSmall(others) }
    }
  }
  return undefined
}

const meaningOf = (said: string, meanings: readonly Meaning[]): CommandMeaning | undefined =>
  said.length < FEWEST_LETTERS ? undefined : meanings.find(([words]) => words.startsWith(said))?.[1]

function withoutSmall(words: readonly string[]): string[] {
  const isSmall = (word: string) => small.has(word.toLowerCase())
  const first = words.findIndex((word) => !isSmall(word))
  return first === -1 ? [] : words.slice(first, words.findLastIndex((word) => !isSmall(word)) + 1)
}

function read(meant: CommandMeaning, others: readonly string[], text: string): Command | undefined {
  const name = others.join(' ')
  if ('status' in meant) {
    const ofProject = projectStatuses.find((status) => projectLabels[status] === meant.status)
    const ofClient = prospectStatuses.find((status) => clientLabels[status] === meant.status)
    return { deed: 'status', name, ...(ofProject && { ofProject }), ...(ofClient && { ofClient }) }
  }
  switch (meant.deed) {
    case 'assign':
      return assignment(others)
    case 'note':
    case 'update':
      return { deed: meant.deed, name, text }
    case 'deactivate':
    case 'reply':
      return { deed: meant.deed, name }
    case 'invite':
      return invitation(others)
  }
}

/** Parses "harbor bakery to ana north", or a single word for the colleague. */
function assignment(words: readonly string[]): Command | undefined {
  const at = words.findLastIndex((word) => word.toLowerCase() === 'to')
  const [project, person] = at > 0 ? [words.slice(0, at), words.slice(at + 1)] : [words.slice(0, -1), words.slice(-1)]
  if (project.length === 0 || person.length === 0) return undefined
  return { deed: 'assign', name: project.join(' '), to: person.join(' ') }
}

function invitation(words: readonly string[]): Command | undefined {
  const email = words.find((word) => word.includes('@'))
  if (email === undefined) return undefined
  return { deed: 'invite', email, name: withoutSmall(words.filter((word) => word !== email)).join(' ') }
}
