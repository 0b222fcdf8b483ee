import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { openProfile, withNorth } from '../../testing/profile-scene.ts'

const TOKEN = '/auth/v1/token'
const USER = '/auth/v1/user'

const form = () => page.getByRole('form', { name: 'Change Password' })
const password = () => form().getByLabelText('New Password')
const change = () => form().getByRole('button', { name: 'Change Password' })

async function fill(old: string, typed: string, again = typed) {
  await form().getByLabelText('Current Password').fill(old)
  await password().fill(typed)
  await form().getByLabelText('Confirm New Password').fill(again)
}

it.each([
  ['all three', '', '', '', 'Password required', 'Please enter your current and a new password.'],
  ['the old one', '', '123456', '123456', 'Password required', 'Please enter your current and a new password.'],
  ['a new one', 'old', '   ', '   ', 'Password required', 'Please enter your current and a new password.'],
  ['six characters', 'old', '12345', '12345', 'Password too short', 'Password must be at least 6 characters long.'],
  ['it twice', 'old', '123456', '654321', 'Passwords do not match', 'Please make sure both password fields match.'],
])('asks for %s', async (_what, old, typed, again, title, text) => {
  const { backend } = openProfile()
  await fill(old, typed, again)
  await change().click()
  await expectDestructiveToast(title, text)
  expect(backend.sent('POST', TOKEN)).toEqual([])
})

it.each([
  [
    'in the words of the server',
    () => Response.json({ code: 'same_password', message: 'New password should be different.' }, { status: 422 }),
    'New password should be different.',
  ],
  ['in its own', noAnswer, 'The server is not answering. Please check your connection and try again.'],
])('says why it failed %s, and keeps what was typed', async (_how, answer, said) => {
  const backend = withNorth()
  const user = { id: ana.id, email: ana.email, aud: 'authenticated', app_metadata: {}, user_metadata: {} }
  const session = { access_token: 'proof', refresh_token: 'proof', token_type: 'bearer', expires_in: 3600, user }
  backend.answer('POST', TOKEN, () => Response.json(session))
  backend.answer('PUT', USER, answer)
  openProfile(backend)
  await fill('mainstreet', 'second-secret-2')
  await change().click()
  await expectDestructiveToast('Password not changed', said)
  await expect.element(password()).toHaveValue('second-secret-2')
})

it('proves the current password with the address that the account has by now', async () => {
  const { backend } = openProfile()
  const email = 'ana.moved@north.test'
  backend.answer('GET', USER, () => Response.json({ id: ana.id, email, factors: [] }))
  backend.answer('POST', TOKEN, () => Response.json({ code: 'invalid_credentials' }, { status: 400 }))
  await fill('mainstreet', 'second-secret-2')
  await change().click()
  await expect.poll(() => backend.sent('POST', TOKEN).map(({ body }) => body)).toMatchObject([{ email }])
})
