/** A failed or refused request: PostgREST's error as an exception. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly code: string
  readonly status: number

  constructor({ message, code, status }: { message: string; code: string; status: number }) {
    super(message)
    this.code = code
    this.status = status
  }
}

/**
 * The error message for people: the error's own message, or the caller's fallback if no server answered, since a browser's
 * "Failed to fetch" helps nobody.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Error) || gotNoAnswer(error)) return fallback
  const message = error.message.trim()
  return message === '' || message === '{}' ? fallback : message
}

/**
 * Like `messageOf`, for cases in which the specification does not require the server's message: PostgreSQL's own
 * messages are replaced by plain ones.
 */
export function plainMessageOf(error: unknown, fallback: string): string {
  const message = messageOf(error, fallback)
  const [, plain = message] = inOtherWords.find(([words]) => words.test(message)) ?? []
  return plain
}

const inOtherWords: readonly (readonly [RegExp, string])[] = [
  [/row-level security|^permission denied for /, 'You are not allowed to do that. Please ask an admin.'],
  [/^canceling statement /, 'That took too long. Please try again.'],
  [/^deadlock detected/, 'Somebody was changing this at the same moment. Please try again.'],
  [
    /^duplicate key value | violates [a-z -]+ constraint /,
    'This has changed since you opened it. Please reload the page and try again.',
  ],
]

/** The message for a deactivated account. */
export const ACCOUNT_DEACTIVATED =
  'This account was deactivated. Ask the person who manages your agency’s users to reactivate it.'

/** supabase-js sets status 0 if there was no answer; fetch itself throws a TypeError. */
const gotNoAnswer = (error: Error) => error instanceof TypeError || ('status' in error && error.status === 0)

/** Whether the server may have done what it was asked all the same: it gave no answer, or broke off. */
export const isOutcomeUnknown = (error: unknown) =>
  error instanceof Error && (gotNoAnswer(error) || ('status' in error && Number(error.status) >= 500))
