import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { openProfile, withNorth } from '../../testing/profile-scene.ts'

const USER = '/auth/v1/user'

const user = { id: ana.id, email: ana.email, aud: 'authenticated', app_metadata: {}, user_metadata: {} }

const dialog = () => page.getByRole('dialog', { name: 'Change Email' })
const field = () => dialog().getByLabelText('New Email')
const send = () => dialog().getByRole('button', { name: 'Send Links' })

async function open(backend = withNorth()) {
  openProfile(backend)
  await page.getByRole('button', { name: 'Change Email' }).click()
  await expect.element(dialog()).toBeVisible()
  return backend
}

it('asks for another address, once, and says what happens next', async () => {
  const backend = withNorth()
  backend.answer('PUT', USER, () => Response.json({ ...user, new_email: 'reyes@north.test' }))
  await open(backend)
  await expectAccessible()
  await field().fill(' Reyes@north.test ')
  await send().dblClick()
  await expectToast(
    'Check your email',
    'Your address changes once you have opened the links in both emails, at the old and the new address.',
  )
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(backend.sent('PUT', USER).map(({ body }) => body)).toMatchObject([{ email: 'reyes@north.test' }])
})

it.each([
  ['', 'Enter an email address.'],
  ['reyes', 'Enter an email address, like name@example.com.'],
  [ana.email, 'That is already your address.'],
])('does not take %j', async (typed, complaint) => {
  const backend = await open()
  await field().fill(typed)
  await send().click()
  await expect.element(field()).toHaveAccessibleDescription(complaint)
  expect(backend.sent('PUT', USER)).toEqual([])
})

it.each([
  [
    'in the words of the server',
    () => Response.json({ code: 'email_exists', message: 'A user with this email address exists.' }, { status: 422 }),
    'A user with this email address exists.',
  ],
  ['in its own', noAnswer, 'The server is not answering. Please check your connection and try again.'],
])('says why it failed %s, and keeps what was typed', async (_how, answer, said) => {
  const backend = withNorth()
  backend.answer('PUT', USER, answer)
  await open(backend)
  await field().fill('reyes@north.test')
  await send().click()
  await expectDestructiveToast('Email not changed', said)
  await expect.element(field()).toHaveValue('reyes@north.test')
})
