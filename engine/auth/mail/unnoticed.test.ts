import { expect, it } from 'vitest'
import { createTestBed } from '../testing/test-bed.ts'

const bed = await createTestBed()
const quick = await bed.service()

const never = new Promise<void>(() => {})
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })

/** How the mail server is, while strangers ask for mails to people who have an account and to people who have none. */
const mailServers: Record<string, () => Promise<void>> = {
  up: async () => {},
  slow: () => never,
  away: () => Promise.reject(away),
}

type Call = { path: string; body: Record<string, string> }

const calls: Record<string, (email: string) => Call> = {
  recover: (email) => ({ path: '/recover', body: { email } }),
  'a magic link': (email) => ({ path: '/otp', body: { email } }),
  'a confirmation once more': (email) => ({ path: '/resend', body: { type: 'signup', email } }),
  'a change of address once more': (email) => ({ path: '/resend', body: { type: 'email_change', email } }),
  'a sign-up': (email) => ({ path: '/signup', body: { email, password: 'a good password' } }),
}

let people = 0

for (const [state, send] of Object.entries(mailServers)) {
  for (const [name, call] of Object.entries(calls)) {
    it(`answers alike whether there is an account, with the mail server ${state}: ${name}`, async () => {
      // The hosted service shows a known person as one without identities, and clients count on that.
      const isSignUp = name === 'a sign-up'
      const service = await bed.service({ send, host: 'mail.test' })
      const at = (who: string) => `${who}-${people++}@north.test`
      const [known, waiting, unknown] = [at('known'), at('waiting'), at('unknown')]
      await quick.confirmed(known)
      await quick.signUp(waiting)
      await bed.sql('update auth.users set confirmation_sent_at = null where email = $1', [waiting])
      const answers = []
      for (const email of [known, waiting, unknown]) {
        // A slow mail server never answers here, so that whoever waited for it would get no answer.
        const { path, body } = call(email)
        const { status, headers, body: answer } = await service.call('POST', path, { body })
        answers.push({ status, headers: Object.keys(headers).sort(), shape: isSignUp ? undefined : answer })
      }
      expect(answers[0]).toMatchObject({ status: 200 })
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    })
  }
}
