import { MOST_FILES } from './asked-request.ts'

/** A request that was not stored, as it was typed, with the reason. */
export type RefusedRequest = { title: string; words: string; name: string; problem: string }

/** Messages for the outcomes of `begin_client_request` and `store_client_request` that refuse a request. */
const problems = {
  closed: 'You can no longer ask for something by this link, so this was not sent.',
  untitled: 'Please say what you would like.',
  nameless: 'Please enter your name, so we know who asks.',
  'too long': 'This is too long. What you would like may have 120 characters, the details 5,000 and a name 100.',
  'too many': 'You have asked for ten things within an hour. Please send this one later.',
  'too many open': 'Fifty of your requests are open. Please send this one when some are done.',
  'too many files': `At most ${MOST_FILES} files can be sent together.`,
}

export const REQUEST_NOT_STORED = 'This could not be sent right now. Please send it again in a few minutes.'

/** The text for an outcome; undefined for one that refuses nothing. */
export const requestProblem = (outcome: string): string | undefined =>
  Object.entries(problems).find(([refusal]) => refusal === outcome)?.[1]

/** Why a file was refused, by the status of Storage; undefined for a failure that is not the file's. */
export function fileProblem(name: string, status: string | undefined): string | undefined {
  if (status === '413') return `${name} is larger than 10 MB.`
  if (status !== '415') return undefined
  return `${name} could not be taken. Pictures (JPEG, PNG, WebP), PDF, Word and CSV files can be sent.`
}

/** The request as it was typed. Browsers forget chosen files, which the reason then says. */
export function refusedRequest(
  problem: string,
  form: { get(name: string): unknown },
  hadFiles: boolean,
): RefusedRequest {
  const typed = (name: string) => String(form.get(name) ?? '')
  return {
    title: typed('title'),
    words: typed('words'),
    name: typed('name'),
    problem: hadFiles ? `${problem} Please choose your files again.` : problem,
  }
}
