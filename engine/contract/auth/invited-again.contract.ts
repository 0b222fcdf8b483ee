import { describe, expect, it } from 'vitest'
import { newestMailTo } from '../received-mails.ts'
import { admin, browser, newAddress, openLink } from './people.ts'

describe('somebody who was invited and has not come yet gets the invitation again', () => {
  it.each<[string, (email: string) => Promise<unknown>]>([
    ['who signs up', (email) => browser().auth.signUp({ email, password: 'what they would like' })],
    ['who signs in by a mail link', (email) => browser().auth.signInWithOtp({ email })],
    [
      'who only signs in by one',
      (email) => browser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    ],
    ['who asks for the mail once more', (email) => browser().auth.resend({ type: 'signup', email })],
  ])('%s', async (_, ask) => {
    const email = newAddress('eve')
    await admin.auth.admin.inviteUserByEmail(email)
    const first = await newestMailTo(email)
    await ask(email)
    const again = await newestMailTo(email)
    expect(again.link).not.toBe(first.link)
    expect(again.subject).toBe(first.subject)
    expect(new URL(again.link).searchParams.get('type')).toBe('invite')
    expect((await openLink(again.link)).fragment).toMatchObject({ type: 'invite', access_token: expect.any(String) })
  })
})
