import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { TestData } from '../test-data.ts'

/** The answer to a person without recovery codes where the server has them, as hosted Supabase gives it. */
export const NO_CODES_YET = '404 GET /auth/v1/factors/recovery-codes'

/** The current code of an authenticator app, or with `next` the following one, since each is accepted once. */
export const codeOf = (secret: string, next = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + next * 30_000 })

export const card = (page: Page) => page.getByRole('form', { name: 'Set Up Two-Step Sign-In' })
export const code = (page: Page) => page.getByLabel('Code', { exact: true })
export const enter = (page: Page) => page.getByRole('button', { name: 'Continue to Dashboard' })

/** Creates a person with an authenticator app. */
export async function createPersonWithAuthenticator(testData: TestData) {
  const person = await testData.newPerson('agency_staff', await testData.newAgency())
  const { client } = await testData.freshSession(person)
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const { secret } = data.totp
  const proved = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(secret, -1) })
  if (proved.error) throw proved.error
  return { person, secret, client }
}
