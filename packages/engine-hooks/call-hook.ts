import { randomUUID } from 'node:crypto'
import type { Visitor } from 'engine/feature'
import { AuthError } from 'engine/feature'
import { z } from 'zod'
import { hookErrors } from './errors.ts'
import type { Hook } from './hook.ts'

/** The names of the hooks in their payload's metadata. */
type HookName =
  | 'customize-access-token'
  | 'send-email'
  | 'before-user-created'
  | 'password-verification'
  | 'mfa-verification'

const refusal = z.object({
  error: z.object({ http_code: z.int().min(400).max(599).default(500), message: z.string().default('') }),
})

/**
 * Calls a hook of the project and returns its answer. Throws `AuthError` with the hook's own message, or because it did
 * not answer.
 */
export async function callHook(
  hook: Hook,
  name: HookName,
  payload: Record<string, unknown>,
  visitor?: Visitor,
): Promise<unknown> {
  const address = visitor?.ip ? { ip_address: visitor.ip } : {}
  const metadata = { uuid: randomUUID(), time: new Date().toISOString(), name, ...address }
  const answer = await hook({ metadata, ...payload }).catch((error: unknown) => {
    throw error instanceof AuthError ? error : hookErrors.failed(error)
  })
  const refused = refusal.safeParse(answer)
  if (refused.success) throw hookErrors.refused(refused.data.error)
  return answer
}
