import { randomUUID } from 'node:crypto'
import type { Hook } from '../hooks/hook.ts'
import { userJson } from '../people/user-json.ts'
import type { SmsSender } from './sms-sender.ts'

/** Hands messages to the project's send_sms hook, which has a provider of its own. */
export function hookSender(hook: Hook): SmsSender {
  return {
    async send({ user, phone, code, purpose }) {
      const answer = await hook({
        metadata: { uuid: randomUUID(), time: new Date().toISOString(), name: 'send-sms' },
        user: userJson(user),
        sms: { otp: code, sms_type: purpose, phone },
      })
      // A hook may also say in its answer that it failed.
      if (typeof answer === 'object' && answer !== null && 'error' in answer && answer.error) {
        throw new Error(`The send_sms hook says: ${JSON.stringify(answer.error)}`)
      }
    },
  }
}
