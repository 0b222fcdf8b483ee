import type { FactorAttempt, ProofAttempt, Rejection, Visitor } from 'engine/feature'
import { AuthError } from 'engine/feature'
import { z } from 'zod'
import { callHook } from './call-hook.ts'
import { hookErrors } from './errors.ts'
import type { Hook } from './hook.ts'

const decision = z.object({
  decision: z.string().default('continue'),
  message: z.string().default(''),
  should_logout_user: z.boolean().default(false),
})

/** Reports an attempt to the password_verification_attempt hook. Returns its rejection, if any. */
export async function callPasswordHook(
  hook: Hook,
  attempt: ProofAttempt,
  visitor: Visitor,
): Promise<Rejection | undefined> {
  const answer = decisionOf(await callHook(hook, 'password-verification', attempt, visitor))
  if (answer.decision !== 'reject') return undefined
  const message = answer.message || 'Further password verification attempts will be rejected.'
  return { refusal: new AuthError(400, 'invalid_credentials', message), endsSessions: answer.should_logout_user }
}

/** Reports an attempt with a second factor. A rejected user is signed out everywhere. */
export async function callFactorHook(
  hook: Hook,
  attempt: FactorAttempt,
  visitor: Visitor,
): Promise<Rejection | undefined> {
  const answer = decisionOf(await callHook(hook, 'mfa-verification', attempt, visitor))
  if (answer.decision !== 'reject') return undefined
  const message = answer.message || 'Further MFA verification attempts will be rejected.'
  return { refusal: new AuthError(403, 'mfa_verification_rejected', message), endsSessions: true }
}

function decisionOf(answer: unknown): z.infer<typeof decision> {
  const given = decision.safeParse(answer ?? {})
  if (!given.success) throw hookErrors.failed(given.error)
  return given.data
}
