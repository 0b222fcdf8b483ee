import { randomUUID } from 'node:crypto'
import type { TextMessage } from 'engine/feature'
import { userJson } from 'engine/feature'
import type { Hook } from './hook.ts'

/** Passes a text message to the project's send_sms hook, which has a provider of its own. */
export async function sendByHook(hook: Hook, { user, phone, code, purpose }: TextMessage) {
  const answer = await hook({
    metadata: { uuid: randomUUID(), time: new Date().toISOString(), name: 'send-sms' },
    user: userJson(user),
    sms: { otp: code, sms_type: purpose, phone },
  })
  // A hook may also report a failure in its answer.
  if (typeof answer === 'object' && answer !== null && 'error' in answer && answer.error) {
    throw new Error(`The send_sms hook says: ${JSON.stringify(answer.error)}`)
  }
}
