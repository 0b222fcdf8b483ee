import { RequestError } from './errors.ts'
import { supabase } from './supabase.ts'

/** Calls a function of the backend; throws what it said, or, if it did not answer, a failure without words. */
export async function invokeFunction(name: string, body: Record<string, unknown>): Promise<void> {
  const { error } = await (await supabase()).functions.invoke(name, { body })
  if (error) throw await failureOf(error)
}

/** supabase-js has one sentence for every refusal; why it was refused stands in the answer it carries along. */
export async function failureOf(error: Error & { context?: unknown }): Promise<RequestError> {
  const answer = error.context
  if (!(answer instanceof Response)) return new RequestError({ message: '', code: '', status: 0 })
  const said: unknown = await answer.json().catch(() => undefined)
  return new RequestError({ message: sentenceOf(said), code: '', status: answer.status })
}

/** Our functions answer `error`, the gateway before them `message`. By hand: what lists wait for does without zod. */
function sentenceOf(said: unknown): string {
  if (!said || typeof said !== 'object') return ''
  const { error, message }: { error?: unknown; message?: unknown } = said
  return [error, message].find((sentence) => typeof sentence === 'string') ?? ''
}
