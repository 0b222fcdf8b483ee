import type { RefusedAnswer } from './client-page-data.ts'

/** Messages for the outcomes of `answer_client_update` that refuse an answer. */
export const answerProblems = {
  nameless: 'Please enter your name, so we know who answered.',
  wordless: 'Please say what should change.',
  'too long': 'This is too long. A name may have 100 characters and a comment 5,000.',
  answered: 'Someone already answered this, so your answer was not saved.',
}

/** The submitted form with a client's answer to an update. */
export type SubmittedAnswer = { get(name: string): unknown }

/** The submitted answer with the reason for its refusal; undefined if it was accepted. */
export function refusedAnswer(outcome: string, form: SubmittedAnswer): RefusedAnswer | undefined {
  const problem = Object.entries(answerProblems).find(([refusal]) => refusal === outcome)?.[1]
  return problem === undefined ? undefined : { ...typedAnswer(form), problem }
}

export function typedAnswer(form: SubmittedAnswer) {
  const typed = (name: string) => String(form.get(name) ?? '')
  return { update: typed('update'), name: typed('name'), comment: typed('comment') }
}
