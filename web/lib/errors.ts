/** The backend refused or failed a request: PostgREST's answer as something that can be thrown. */
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
 * What to tell a person about a failure: the message it brought, or else the text that the caller has for the situation.
 * A request that never got an answer has no message of its own; "Failed to fetch" is the browser's.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Error) || gotNoAnswer(error)) return fallback
  const message = error.message.trim()
  return message === '' || message === '{}' ? fallback : message
}

/**
 * As `messageOf`, where the specification does not ask for the server's message: what the database says in words of its own
 * is said in ours.
 */
export function plainMessageOf(error: unknown, fallback: string): string {
  const message = messageOf(error, fallback)
  const [, plain = message] = inOtherWords.find(([words]) => words.test(message)) ?? []
  return plain
}

const inOtherWords: readonly (readonly [RegExp, string])[] = [
  [/row-level security|^permission denied for /, 'You are not allowed to do that. Please ask an admin.'],
  [/^canceling statement /, 'That took too long. Please try again.'],
  [
    /^duplicate key value | violates [a-z -]+ constraint /,
    'This has changed meanwhile. Please reload the page and try again.',
  ],
]

/** Said to whoever was shut out. */
export const DEACTIVATED = 'This account was deactivated. Whoever manages the users of your agency can bring it back.'

/** Status 0 is how supabase-js marks a request without an answer; fetch itself throws a TypeError. */
const gotNoAnswer = (error: Error) => error instanceof TypeError || ('status' in error && error.status === 0)
