import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectEmpty,
  expectFilled,
  fields,
  fill,
  holdNotifying,
  NOTIFYING,
  openContact,
  panel,
  STORING,
  send,
  type,
  vera,
} from '../../testing/contact-scene.ts'
import { expectAccessible, expectDestructiveToast, expectToast, phoneAndDesktop } from '../../testing/expect.ts'
import { noAnswer, refusal } from '../../testing/fake-backend.ts'
import { tabTo } from '../../testing/keyboard.ts'
import type { SitePage } from '../../testing/site-page.tsx'

const failed = 'There was a problem sending your message. Please try again.'

let site: SitePage
beforeEach(() => {
  site = openContact()
})

/** Stops the clock, so that the test controls the panel's three seconds. */
const stopTheClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

describe('[contact.md#sending] sending', () => {
  it('reads Sending... and takes no second click until it is done', async () => {
    const slow = site.backend.hold('POST', STORING)
    await fill(vera)
    await send.dblClick()
    await expect.element(send).toHaveTextContent('Sending...')
    await expect.element(send).toBeDisabled()
    slow.open()
    await expectToast('Success!')
    expect(site.backend.sent('POST', STORING)).toHaveLength(1)
    expect(site.backend.sent('POST', NOTIFYING)).toHaveLength(1)
  })

  it('ends in a panel that gives way to the empty form after 3 seconds', async () => {
    const slow = holdNotifying(site)
    await fill(vera)
    await send.click()
    await expect.element(send).toHaveTextContent('Sending...')
    await expect.poll(slow.held).toBe(1)
    stopTheClock()
    slow.open()
    await expect.element(panel).toBeVisible()
    await expect.element(fields.name).not.toBeVisible()

    vi.advanceTimersByTime(2999)
    await expect.element(panel).toBeVisible()
    vi.advanceTimersByTime(1)
    await expect.element(panel).not.toBeVisible()
    await expectEmpty()
    await expect.element(send).toBeEnabled()
  })

  it('[keyboard] by the keyboard; the thanks are announced, and the focus stays with the person', async () => {
    const slow = holdNotifying(site)
    await type(vera)
    await tabTo(send)
    await userEvent.keyboard('{Enter}')
    await expect.element(send).toHaveTextContent('Sending...')
    await expect.poll(slow.held).toBe(1)
    stopTheClock()
    slow.open()

    const thanks = page.getByRole('main').getByRole('status').filter({ hasText: 'Message Sent!' })
    await expect.element(thanks).toBeVisible()
    await expectToast('Success!')
    expect(thanks.element().contains(document.activeElement)).toBe(false)
    vi.advanceTimersByTime(3000)
    await expect.element(panel).not.toBeVisible()
    await expect.element(fields.name).toHaveValue('')
    await expect.element(send).toHaveFocus()
  })

  it('[keyboard] leaves the focus where somebody has gone meanwhile', async () => {
    const slow = holdNotifying(site)
    await type(vera)
    await tabTo(send)
    await userEvent.keyboard('{Enter}')
    await expect.element(send).toHaveTextContent('Sending...')
    const elsewhere = page.getByRole('contentinfo').getByRole('link', { name: 'Agency Login' })
    await tabTo(elsewhere)
    await expect.poll(slow.held).toBe(1)
    stopTheClock()
    slow.open()
    await expect.element(panel).toBeVisible()
    await expect.element(elsewhere).toHaveFocus()
    vi.advanceTimersByTime(3000)
    await expect.element(panel).not.toBeVisible()
    await expect.element(elsewhere).toHaveFocus()
  })

  it.each(phoneAndDesktop)('[axe] on $device, while it goes on and when it is done', async ({ size }) => {
    await page.viewport(...size)
    const slow = holdNotifying(site)
    await fill(vera)
    await send.click()
    await expect.element(send).toHaveTextContent('Sending...')
    await expectAccessible()
    await expect.poll(slow.held).toBe(1)
    stopTheClock()
    slow.open()
    await expect.element(panel).toBeVisible()
    // Axe needs a running clock, so the stopped one, to which the panel's timer belongs, is released.
    vi.useRealTimers()
    await expectToast('Success!')
    await expectAccessible()
    await expect.element(panel).toBeVisible()
  })
})

describe('[contact.md#failing] when sending fails', () => {
  describe.each([
    ['storing', STORING],
    ['notifying', NOTIFYING],
  ] as const)('while %s', (_step, path) => {
    it('the form keeps its content and can be sent again', async () => {
      const heal = site.backend.answer('POST', path, () => refusal('out of order'))
      await fill(vera)
      await send.click()
      await expectDestructiveToast('Error', failed)
      await expectFilled(vera)
      await expect.element(send).toBeEnabled()
      await userEvent.fill(fields.name, vera.name)

      heal()
      await send.click()
      await expectToast('Success!')
      expect(site.backend.table('contact_submissions').rows[0]).toMatchObject({ email: vera.email })
      expect(site.backend.sent('POST', NOTIFYING).at(-1)?.body).toMatchObject({ email: vera.email })
    })

    it('also because the network is gone', async () => {
      site.backend.answer('POST', path, noAnswer)
      await fill(vera)
      await send.click()
      await expectDestructiveToast('Error', failed)
      await expectFilled(vera)
      await expect.element(send).toBeEnabled()
    })
  })

  it('[keyboard] keeps what was written and the focus, and can be sent again', async () => {
    const heal = site.backend.answer('POST', STORING, () => refusal('out of order'))
    await type(vera)
    await tabTo(send)
    await userEvent.keyboard('{Enter}')
    await expectDestructiveToast('Error', failed)
    await expectFilled(vera)
    await expect.element(send).toHaveFocus()
    heal()
    await userEvent.keyboard('{Enter}')
    await expectToast('Success!')
  })

  it.each(phoneAndDesktop)('[axe] on $device, also offline', async ({ size }) => {
    await page.viewport(...size)
    site.backend.answer('POST', STORING, noAnswer)
    await fill(vera)
    await send.click()
    await expect.element(page.getByText(failed)).toBeVisible()
    await expectAccessible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await send.click()
    await expect.element(page.getByText(/You are offline\./)).toBeVisible()
    await expectAccessible()
  })
})
