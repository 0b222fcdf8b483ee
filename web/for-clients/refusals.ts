import type { RefusedAnswer } from './client-page-data.ts'

/** Why the database did not take an answer (`answer_client_update`), for whoever gave it. */
const problems: Readonly<Record<string, string>> = {
  nameless: 'Please type your name, so that we know who answered.',
  wordless: 'Please say what should change.',
  'too long': 'This is too long. A name may have 100 characters and a comment 5,000.',
  answered: 'Somebody has answered this already, and what you wrote was not stored.',
}

/** The form of an answer. */
export type Typed = { get(name: string): unknown }

/** What was typed, with why it was refused; undefined where it was taken. */
export function refusedAnswer(outcome: string, form: Typed): RefusedAnswer | undefined {
  const problem = problems[outcome]
  return problem === undefined ? undefined : { ...whatWasTyped(form), problem }
}

export function whatWasTyped(form: Typed) {
  const typed = (name: string) => String(form.get(name) ?? '')
  return { update: typed('update'), name: typed('name'), comment: typed('comment') }
}
