import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ana } from '../../../testing/people.ts'
import { openProfile, withNorth } from '../../../testing/profile-scene.ts'

const CODES = '/auth/v1/factors/recovery-codes'

const empty = (status: number) => () => new Response('', { status })
const refused = (status: number, code: string) => () => Response.json({ code, message: 'Refused' }, { status, headers })
const headers = { 'x-supabase-api-version': '2024-01-01' }
const factor = { id: 'app', factor_type: 'totp', status: 'verified', friendly_name: 'Authenticator app' }

/** Opens the profile of a person with these factors; `answer` is the server's answer about recovery codes. */
function openWith(factors: object[], answer: () => Response) {
  const backend = withNorth()
  backend.answer('GET', '/auth/v1/user', () => Response.json({ id: ana.id, email: ana.email, factors }))
  for (const method of ['GET', 'POST'] as const) backend.answer(method, CODES, answer)
  const totp = { qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>', secret: 'SECRET', uri: 'otpauth://totp/x' }
  backend.answer('POST', '/auth/v1/factors', () => Response.json({ id: 'app', type: 'totp', totp }))
  openProfile(backend)
}

const without = [
  ['404 without a word', empty(404)],
  ['405 without a word', empty(405)],
  ['404 of a gateway', () => Response.json({ message: 'no Route matched with those values' }, { status: 404 })],
  ['that they are switched off', refused(422, 'mfa_recovery_codes_enroll_not_enabled')],
] as const

it.each(without)('[profile.md#password-and-two-steps] promises no recovery codes before: %s', async (_how, answer) => {
  openWith([], answer)
  await page.getByRole('button', { name: 'Set Up' }).click()
  const form = page.getByRole('form', { name: 'Set Up Two-Step Sign-In' })
  await expect
    .element(form)
    .toMatchTextContent('If you lose the app, only the person who runs this server can let you back in.')
  await expect.element(form).not.toMatchTextContent(/recovery codes/i)
})

it.each(without)('[profile.md#password-and-two-steps] offers no recovery codes after: %s', async (_how, answer) => {
  openWith([factor], answer)
  await expect.element(page.getByText(/^It is on/)).toBeVisible()
  await expect.element(page.getByText(/recovery codes/i)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Get Codes' })).not.toBeInTheDocument()
})

it('[profile.md#password-and-two-steps] offers them where the service has them', async () => {
  openWith([factor], refused(404, 'mfa_factor_not_found'))
  await expect.element(page.getByRole('button', { name: 'Get Codes' })).toBeVisible()
})
