import './auth-elements.ts'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { linkTypes } from '../auth-redirect/expired-link-texts.ts'
import { expectAccessible, expectDestructiveToast, horizontalOverflow, phone } from '../testing/expect.ts'
import { FakeBackend } from '../testing/fake-backend.ts'
import { SitePage } from '../testing/site-page.tsx'
import AuthRoute from './auth-route.tsx'
import { mailLinks } from './mail-link-texts.ts'

const CHANGE = '/functions/v1/change-address'
const VERIFY = '/auth/v1/verify'
const token = 'x'.repeat(43)
const hash = 'f'.repeat(56)

let backend: FakeBackend
beforeEach(() => {
  backend = new FakeBackend()
  backend.answer('GET', '/auth/v1/settings', () => Response.json({ external: { email: true } }))
})

const used = () => [...backend.sent('POST', VERIFY), ...backend.sent('POST', CHANGE)].map(({ body }) => body)

function arriveBy(query: string) {
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  history.replaceState(null, '', `?${query}`)
  return SitePage.open('/auth', AuthRoute, backend)
}
const refuse = (code: string, status = 403) =>
  backend.answer('POST', VERIFY, () => Response.json({ code: status, error_code: code, msg: code }, { status }))
const button = (name: string) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name })
const alert = page.getByRole('main').getByRole('alert')

describe('[sign-in.md#mail-link] the link of a mail', () => {
  it.each(linkTypes)(
    'of the type %s has a page with one button, and nothing is asked of the server before a click',
    async (type) => {
      await page.viewport(...phone)
      arriveBy(`type=${type}&token=${token}&token_hash=${hash}`)
      await expect.element(heading(mailLinks[type].title)).toBeVisible()
      await expect.element(button(mailLinks[type].action)).toBeEnabled()
      expect(page.getByRole('main').getByRole('button').length).toBe(1)
      expect(used()).toEqual([])
      // The mail link is gone from the address but survives a reload.
      expect(location.search).toBe('')
      SitePage.open('/auth', AuthRoute, backend)
      await expect.element(button(mailLinks[type].action)).toBeEnabled()
      expect(horizontalOverflow()).toBe(0)
      await expectAccessible()
    },
  )

  it('says what to do where it was used already or has expired', async () => {
    refuse('otp_expired')
    arriveBy(`type=invite&token_hash=${hash}`)
    await button('Accept the Invitation').click()
    const words =
      'This invitation was already used or has expired. If you have chosen a password, sign in with it. Otherwise ask the person who invited you to send it again.'
    await expectDestructiveToast('Invitation not accepted', words)
    await expect.element(alert).toMatchTextContent(words)
    await expect.element(button('Sign In to Dashboard')).toBeVisible()
    SitePage.open('/auth', AuthRoute, backend)
    await expect.element(button('Sign In to Dashboard')).toBeVisible()
  })

  it('can be tried again where the server fails', async () => {
    refuse('unexpected_failure', 500)
    arriveBy(`type=recovery&token_hash=${hash}`)
    await button('Choose a New Password').click()
    await expect.element(alert).toBeVisible()
    await expect.element(button('Choose a New Password')).toBeEnabled()
  })

  it('says that another mail is waited for where it was the first of two', async () => {
    const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    backend.answer('POST', VERIFY, () => Response.json({ msg, code: '200' }))
    arriveBy(`type=email_change&token_hash=${hash}`)
    await button('Confirm the Change').click()
    await expect.element(page.getByText(/^This address is confirmed\. Now open the link in the email/)).toBeVisible()
    await expectAccessible()
  })
})

describe('[sign-in.md#another-address] the link of a mail about another address', () => {
  it('confirms a new address by a click, and leads to the sign-in', async () => {
    backend.answer('POST', CHANGE, () => Response.json({ address: 'new@north.test' }))
    arriveBy(`type=confirm-address&token=${token}`)
    await button('Confirm This Address').dblClick()
    await expect.element(page.getByText('Done. You sign in with new@north.test from now on.')).toBeVisible()
    expect(used()).toEqual([{ confirm: token }])
    expect(button('Choose a new password').length).toBe(0)
    await expectAccessible()
    await button('Sign in').click()
    await expect.element(button('Sign In to Dashboard')).toBeVisible()
  })

  it('undoes a change, and asks for a password where there was another one', async () => {
    backend.answer('POST', CHANGE, () => Response.json({ address: 'old@north.test', needsPassword: true }))
    arriveBy(`type=undo-address&token=${token}`)
    await button('Undo the Change').click()
    await expect.element(page.getByText(/^Done\. The account has the address old@north\.test again/)).toBeVisible()
    expect(used()).toEqual([{ undo: token }])
    await button('Choose a new password').click()
    await expect.element(heading('Reset your password')).toBeVisible()
  })

  it('says so when it is over', async () => {
    const words = 'This link was already used or has expired.'
    backend.answer('POST', CHANGE, () => Response.json({ error: words }, { status: 404 }))
    arriveBy(`type=confirm-address&token=${token}`)
    await button('Confirm This Address').click()
    await expectDestructiveToast('Address not changed', words)
    await expect.element(alert).toMatchTextContent(words)
    await expect.element(button('Confirm This Address')).toBeEnabled()
  })
})
