import { RequestError } from './errors.ts'
import { wholeSupabase } from './supabase.ts'

/** Calls a function of the backend; throws its error message, or an error without a message if there was no answer. */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<void> {
  const { error } = await (await wholeSupabase()).functions.invoke(name, { body })
  if (error) throw await toRequestError(error)
}

/** supabase-js has one message for every refusal; the actual one is in the response attached to the error. */
export async function toRequestError(error: Error & { context?: unknown }): Promise<RequestError> {
  const answer = error.context
  if (!(answer instanceof Response)) return new RequestError({ message: '', code: '', status: 0 })
  const said: unknown = await answer.json().catch(() => undefined)
  return new RequestError({ message: sentenceOf(said), code: '', status: answer.status })
}

/**
 * Returns the error message of a response: functions answer with `error`, the gateway with `message`. Parsed without zod, since
 * lists wait for this code.
 */
function sentenceOf(said: unknown): string {
  if (!said || typeof said !== 'object') return ''
  const { error, message }: { error?: unknown; message?: unknown } = said
  return [error, message].find((sentence) => typeof sentence === 'string') ?? ''
}
