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
 * What to tell a person about a failure: the message it brought, or else the text the catalogue has for the situation.
 * A request that never got an answer has no message of its own; "Failed to fetch" is the browser's.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof Error) || gotNoAnswer(error)) return fallback
  const message = error.message.trim()
  return message === '' || message === '{}' ? fallback : message
}

/** Status 0 is how supabase-js marks a request without an answer; fetch itself throws a TypeError. */
const gotNoAnswer = (error: Error) => error instanceof TypeError || ('status' in error && error.status === 0)
