import './auth-elements.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBackend } from '../testing/fake-backend.ts'
import { expectAccessible, expectDestructiveToast } from '../testing/see.ts'
import { SitePage } from '../testing/site-page.tsx'
import AuthRoute from './auth-route.tsx'

const CHANGE = '/functions/v1/change-address'
const token = 'x'.repeat(43)

let backend: FakeBackend
beforeEach(() => {
  backend = new FakeBackend()
  backend.answer('GET', '/auth/v1/settings', () => Response.json({ external: { email: true } }))
})

function arriveBy(link: string) {
  history.replaceState(null, '', `#${link}`)
  SitePage.open('/auth', AuthRoute, backend)
}
const button = (name: string) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name })

it('[sign-in.md#another-address] confirms a new address by a click, and leads to the sign-in', async () => {
  backend.answer('POST', CHANGE, () => Response.json({ address: 'new@north.test' }))
  arriveBy(`confirm-address=${token}`)
  await expect.element(heading('Confirm your new address')).toBeVisible()
  expect(location.hash).toBe('')
  expect(backend.sent('POST', CHANGE)).toEqual([])
  await expectAccessible()
  await button('Confirm This Address').dblClick()
  await expect.element(page.getByText('Done. You sign in with new@north.test from now on.')).toBeVisible()
  expect(backend.sent('POST', CHANGE).map(({ body }) => body)).toEqual([{ confirm: token }])
  expect(button('Choose a new password').length).toBe(0)
  await expectAccessible()
  await button('Sign in').click()
  await expect.element(button('Sign In to Dashboard')).toBeVisible()
})

it('[sign-in.md#another-address] undoes a change, and asks for a password where there was another one', async () => {
  backend.answer('POST', CHANGE, () => Response.json({ address: 'old@north.test', needsPassword: true }))
  arriveBy(`undo-address=${token}`)
  await button('Undo the Change').click()
  await expect.element(page.getByText(/^Done\. The account has the address old@north\.test again/)).toBeVisible()
  expect(backend.sent('POST', CHANGE).map(({ body }) => body)).toEqual([{ undo: token }])
  await button('Choose a new password').click()
  await expect.element(heading('Reset your password')).toBeVisible()
})

it('[sign-in.md#another-address] says so when the link is over', async () => {
  const words = 'This link was used already or has expired.'
  backend.answer('POST', CHANGE, () => Response.json({ error: words }, { status: 404 }))
  arriveBy(`confirm-address=${token}`)
  await button('Confirm This Address').click()
  await expectDestructiveToast('Address not changed', words)
  await expect.element(page.getByRole('main').getByRole('alert')).toMatchTextContent(words)
  await expect.element(button('Confirm This Address')).toBeEnabled()
})
