import { z } from 'zod'
import { AuthError } from '../errors.ts'
import type { Attempt, FactorAttempt, Rejection } from '../http/attempts.ts'
import type { Visitor } from '../visitor.ts'
import { askHook } from './ask-hook.ts'
import { hookErrors } from './errors.ts'
import type { Hook } from './hook.ts'

const decision = z.object({
  decision: z.string().default('continue'),
  message: z.string().default(''),
  should_logout_user: z.boolean().default(false),
})

/** Reports an attempt to the password_verification_attempt hook. Returns its rejection, if any. */
export async function hearPasswordHook(hook: Hook, attempt: Attempt, visitor: Visitor): Promise<Rejection | undefined> {
  const said = decisionOf(await askHook(hook, 'password-verification', attempt, visitor))
  if (said.decision !== 'reject') return undefined
  const message = said.message || 'Further password verification attempts will be rejected.'
  return { refusal: new AuthError(400, 'invalid_credentials', message), endsSessions: said.should_logout_user }
}

/** Reports an attempt with a second factor. A rejected user is signed out everywhere. */
export async function hearFactorHook(
  hook: Hook,
  attempt: FactorAttempt,
  visitor: Visitor,
): Promise<Rejection | undefined> {
  const said = decisionOf(await askHook(hook, 'mfa-verification', attempt, visitor))
  if (said.decision !== 'reject') return undefined
  const message = said.message || 'Further MFA verification attempts will be rejected.'
  return { refusal: new AuthError(403, 'mfa_verification_rejected', message), endsSessions: true }
}

function decisionOf(said: unknown): z.infer<typeof decision> {
  const given = decision.safeParse(said ?? {})
  if (!given.success) throw hookErrors.failed(given.error)
  return given.data
}
