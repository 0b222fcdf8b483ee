// The small zod, which is here already for the configuration.
import { z } from 'zod/mini'
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
  const said = refusal.safeParse(await answer.json().catch(() => undefined))
  return new RequestError({ message: said.data?.error ?? said.data?.message ?? '', code: '', status: answer.status })
}

/** Our functions answer `error`, the gateway before them `message`. */
const refusal = z.object({ error: z.optional(z.string()), message: z.optional(z.string()) })
