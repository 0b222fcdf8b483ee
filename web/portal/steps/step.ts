import { countCharacters } from '../../lib/count-characters.ts'
import type { Database, Tables } from '../../lib/database.types.ts'
import { firstCharacters } from '../../lib/first-characters.ts'

/** A step with the name of its assignee, where the reader may see that colleague. */
export type Step = Tables<'project_steps'> & { assignee: { display_name: string | null } | null }
export type StepChange = Database['public']['Tables']['project_steps']['Update']

/** How often a step can come back once it is done. */
export const repetitions = ['week', 'month', 'quarter'] as const satisfies readonly Step['repeats'][]

/** The longest title that the database stores (supabase/schemas/tables/project_steps.sql). */
const LONGEST_TITLE = 200

/** The most lines that become steps at once. */
export const MOST_AT_ONCE = 100

/**
 * Marks at the beginning of a line of a list in mails, documents and chats. Signs that also begin words and numbers ("+49",
 * "-20%", "*Important*") are marks only before a blank.
 */
const LIST_MARK = /^(?:(?:[-*+–—]|\d{1,3}[.)])(?=\s|$)|[•‣◦▪☐☑✓✔]|\[[ xX]?\])\s*/

/** The titles in typed or pasted text: one a line, without the marks of a list and without empty lines. */
export const titlesIn = (text: string): string[] =>
  text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.trim().replace(LIST_MARK, '').replace(LIST_MARK, '').trim())
    .filter((line) => line !== '')

/** Why these titles can't be added; undefined if they can. */
export function problemOf(titles: readonly string[]): string | undefined {
  if (titles.length > MOST_AT_ONCE) return `Add at most ${MOST_AT_ONCE} steps at once.`
  const long = titles.find((title) => countCharacters(title) > LONGEST_TITLE)
  return long && `A step can have up to ${LONGEST_TITLE} characters. Shorten “${firstCharacters(long, 40)}…”.`
}

/**
 * The position between the neighbors of the place to which a step moves. `steps` are in their order and hold the step;
 * `to` is its index afterwards. Repetitions of a step share one position, and nothing fits between them, so the step moves past
 * all of them.
 */
export function positionAt(steps: readonly Step[], step: Step, to: number): number {
  const others = steps.filter(({ id }) => id !== step.id).map(({ position }) => position)
  const isDown = to > steps.findIndex(({ id }) => id === step.id)
  const passed = others[isDown ? to - 1 : to]
  const place = passed === undefined ? to : isDown ? others.lastIndexOf(passed) + 1 : others.indexOf(passed)
  const [before, after] = [others[place - 1], others[place]]
  if (before === undefined) return (after ?? 1) - 1
  return after === undefined ? before + 1 : (before + after) / 2
}
