import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { sitePages, unknownPath } from '../public-paths.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { fill, form, visitor } from './contact-form.ts'

const desktop = { width: 1280, height: 800 }
const storing = '**/rest/v1/contact_submissions*'

for (const [device, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test.describe(`[axe] on a ${device}`, () => {
    test.use({ viewport })

    for (const path of sitePages) {
      test(`${path} as it opens, and further down`, async ({ page, troubles }) => {
        troubles.expectTrouble(`404 GET ${unknownPath}`)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, 'header')
        await page.evaluate(() => window.scrollTo({ top: 300, behavior: 'instant' }))
        await expect(page.getByRole('banner')).toHaveCSS('height', '80px')
        await expectAccessible(page)
      })
    }

    test('/ with each of its testimonials', async ({ page }) => {
      await page.goto('/')
      for (const dot of await page.getByRole('button', { name: /slide \d of 3/ }).all()) {
        await dot.click()
        await expect(dot).toHaveAttribute('aria-current', 'true')
        await expectAccessible(page, '[aria-roledescription=carousel]')
      }
    })

    test('/pricing with annual prices, and with each answer', async ({ page }) => {
      await page.goto('/pricing')
      await page.getByRole('tab', { name: /annual/i }).click()
      await expectAccessible(page, 'main')
      for (const item of await page.getByRole('main').locator('details').all()) {
        await item.locator('summary').click()
        await expect(item).toHaveJSProperty('open', true)
        await expectAccessible(page, 'section:has(> div details)')
      }
    })

    test('/contact with what is missing, while sending, and sent', async ({ page }) => {
      await stretchThreeSeconds(page)
      await page.goto('/contact')
      await form(page).send.click()
      await expect(form(page).name).toBeFocused()
      await expectAccessible(page)

      const slow = await gate(page, storing)
      await fill(page, visitor())
      await form(page).send.click()
      await expect(form(page).send).toHaveText('Sending...')
      await expectAccessible(page)

      slow.open()
      await expect(page.getByText('Message Sent!', { exact: true })).toBeVisible()
      await expectToast(page, 'Success!')
      await expectAccessible(page)
      await expect(page.getByText('Message Sent!', { exact: true })).toBeVisible()
    })

    test('/contact when sending failed, and offline', async ({ page, context, troubles }) => {
      troubles.expectTrouble('failed ')
      await page.goto('/contact')
      await fill(page, visitor())
      await page.route(storing, (route) => route.abort('connectionreset'))
      await form(page).send.click()
      await expect(failure(page)).toBeVisible()
      await expectAccessible(page)
      await page.unroute(storing)
      await context.setOffline(true)
      await form(page).send.click()
      await expect(page.getByText('You are offline.')).toBeVisible()
      await expectAccessible(page)
    })

    test('/auth with its other forms, what is missing, and a failure', async ({ page, troubles }) => {
      troubles.expectTrouble('400 POST /auth/v1/token')
      await page.goto('/auth')
      await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
      await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
      await expectAccessible(page)
      await page.getByLabel('Email', { exact: true }).fill('nobody@nowhere.test')
      await page.getByLabel('Password', { exact: true }).fill('wrong-secret')
      await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await page.getByRole('button', { name: 'Create Account' }).click()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Sign In' }).click()
      await page.getByRole('button', { name: /forgot/i }).click()
      await page.getByRole('button', { name: /send/i }).click()
      await expectAccessible(page)
    })
  })
}

test('[axe] the mobile menu of every page', async ({ page, troubles }) => {
  troubles.expectTrouble(`404 GET ${unknownPath}`)
  await page.setViewportSize(phone)
  for (const path of sitePages) {
    await page.goto(path)
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
    await expect(page.getByRole('navigation', { name: 'Mobile' })).toBeVisible()
    await expectAccessible(page, 'header')
  }
})

/** What the page shows for three seconds stays for as long as it takes to judge it. */
const stretchThreeSeconds = (page: Page) =>
  page.addInitScript(() => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (set, self, [handler, ms, ...rest]) =>
        Reflect.apply(set, self, [handler, ms === 3000 ? 300_000 : ms, ...rest]),
    })
  })

const failure = (page: Page) => page.getByText('There was a problem sending your message. Please try again.')
