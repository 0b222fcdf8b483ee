import type { Page } from '@playwright/test'
import { gate } from '../gate.ts'
import { ana, newcomer } from '../people.ts'
import { sitePages, unknownPath } from '../public-paths.ts'
import { expect, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { expectFilled, form, type Visitor, visitor } from './contact-form.ts'
import { controlsToReach, tabAndType, tabThrough, tabTo } from './keyboard.ts'

// By the keyboard alone: nothing here clicks, and nothing sets the focus.

for (const [name, window] of [
  ['on a desktop', {}],
  ['at 200 % zoom', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
] as const) {
  test.describe(`[keyboard] ${name}`, () => {
    test.use(window)

    test('Tab leads to every link and control, and the focus is always seen', async ({ page, troubles }) => {
      troubles.expectTrouble(`404 GET ${unknownPath}`)
      for (const path of sitePages) {
        await page.goto(path)
        await expect(
          page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link')).first(),
        ).toBeEnabled()
        expect(await tabThrough(page), path).toEqual({ stops: await controlsToReach(page), problems: [] })
      }
    })
  })
}

test.describe('[keyboard] [site-layout.md#header] getting around', () => {
  test('the first Tab offers to skip the header, and leads into the page', async ({ page }) => {
    await page.goto('/')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await tabTo(page, skip)
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
  })

  test('the header leads to a page', async ({ page }) => {
    await page.goto('/')
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Pricing', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/pricing')
  })

  test('the mobile menu opens, keeps the focus, closes by Escape and gives it back', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Mobile' })
    const button = page.getByRole('banner').getByRole('button', { name: /menu/i })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    const links = await menu.getByRole('link').all()
    expect(links.length).toBe(5)
    for (const [at, link] of links.entries()) {
      if (at > 0) await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(button).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(menu.getByRole('link').last()).toBeFocused()

    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  })

  test('a link of the mobile menu leads on', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/')
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: /menu/i }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('navigation', { name: 'Mobile' }).getByRole('link', { name: 'Services' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/services')
  })

  test('the 404 page leads back home', async ({ page, troubles }) => {
    troubles.expectTrouble(`404 GET ${unknownPath}`)
    await page.goto(unknownPath)
    await tabTo(page, page.getByRole('link', { name: 'Back to Home' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })
})

test('[keyboard] [home.md#testimonials] testimonials turn by their buttons and dots, and say which one is shown', async ({
  page,
}) => {
  await page.goto('/')
  const shown = page.getByRole('main').getByRole('status')
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
  await tabTo(page, button(/next/i))
  for (const position of ['Slide 2 of 3', 'Slide 3 of 3', 'Slide 1 of 3']) {
    await page.keyboard.press('Enter')
    await expect(shown).toHaveText(position)
  }
  await tabTo(page, button(/previous/i), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(shown).toHaveText('Slide 3 of 3')
  await tabTo(page, button(/slide 2 of 3/))
  await page.keyboard.press('Enter')
  await expect(shown).toHaveText('Slide 2 of 3')
  await expect(button(/slide 2 of 3/)).toHaveAttribute('aria-current', 'true')
})

test.describe('[keyboard] [pricing.md#pricing] /pricing', () => {
  test.beforeEach(({ page }) => page.goto('/pricing'))

  test('the tabs follow the arrows, Home and End; from a plan it goes on to /contact', async ({ page }) => {
    const monthly = page.getByRole('tab', { name: 'Monthly' })
    const annual = page.getByRole('tab', { name: 'Annual (Save 10%)' })
    await tabTo(page, monthly)
    for (const [key, selected] of [
      ['ArrowRight', annual],
      ['ArrowRight', monthly],
      ['ArrowLeft', annual],
      ['Home', monthly],
      ['End', annual],
    ] as const) {
      await page.keyboard.press(key)
      await expect(selected).toBeFocused()
      await expect(selected).toHaveAttribute('aria-selected', 'true')
    }
    await expect(page.getByRole('tabpanel', { name: 'Annual (Save 10%)' })).toContainText('$224')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Get Started' }).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/contact')
  })

  test('answers open one at a time, and close again', async ({ page }) => {
    const items = page.getByRole('main').locator('details')
    const [first, second] = [items.nth(0), items.nth(1)]
    await tabTo(page, first.locator('summary'))
    await page.keyboard.press('Enter')
    await expect(first.locator('p')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(second.locator('p')).toBeVisible()
    await expect(first.locator('p')).toBeHidden()
    await page.keyboard.press('Space')
    await expect(second.locator('p')).toBeHidden()
  })
})

test.describe('[keyboard] [contact.md#contact] /contact', () => {
  test('is filled in and sent; the thanks are announced, and the focus stays with the person', async ({ page }) => {
    await page.clock.install()
    await page.goto('/contact')
    await type(page, visitor())
    const slow = await gate(page, '**/functions/v1/send-contact-notification')
    await tabTo(page, form(page).send)
    await page.keyboard.press('Enter')
    await expect(form(page).send).toHaveText('Sending...')
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
    slow.open()

    const thanks = page.getByRole('main').getByRole('status').filter({ hasText: 'Message Sent!' })
    await expect(thanks).toBeVisible()
    await expectToast(page, 'Success!')
    expect(await thanks.evaluate((panel) => panel.contains(document.activeElement))).toBe(false)
    await page.clock.runFor(3000)
    await expect(thanks).toBeHidden()
    await expect(form(page).name).toHaveValue('')
    await expect(form(page).send).toBeFocused()
  })

  test('leaves the focus where somebody has gone meanwhile', async ({ page }) => {
    await page.clock.install()
    await page.goto('/contact')
    await type(page, visitor())
    const slow = await gate(page, '**/functions/v1/send-contact-notification')
    await tabTo(page, form(page).send)
    await page.keyboard.press('Enter')
    await expect(form(page).send).toHaveText('Sending...')
    const elsewhere = page.getByRole('contentinfo').getByRole('link', { name: 'Agency Login' })
    await tabTo(page, elsewhere)
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
    slow.open()
    await expect(page.getByText('Message Sent!', { exact: true })).toBeVisible()
    await expect(elsewhere).toBeFocused()
    await page.clock.runFor(3000)
    await expect(page.getByText('Message Sent!', { exact: true })).toBeHidden()
    await expect(elsewhere).toBeFocused()
  })

  test('keeps what was written when it fails, and can be sent again', async ({ page, troubles }) => {
    const storing = '**/rest/v1/contact_submissions*'
    troubles.expectTrouble('500 POST /rest/v1/contact_submissions')
    await page.route(storing, (route) => route.fulfill({ status: 500, json: { message: 'out of order' } }))
    await page.goto('/contact')
    const vera = visitor()
    await type(page, vera)
    await tabTo(page, form(page).send)
    await page.keyboard.press('Enter')
    await expectDestructiveToast(page, 'Error', 'There was a problem sending your message. Please try again.')
    await expectFilled(page, vera)
    await expect(form(page).send).toBeFocused()
    await page.unroute(storing)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Success!')
  })

  test('leads to what is missing, and says so there', async ({ page }) => {
    await page.goto('/contact')
    await tabTo(page, form(page).send)
    await page.keyboard.press('Enter')
    await expect(form(page).name).toBeFocused()
    await expect(form(page).name).toHaveAccessibleDescription('Please enter your full name.')
    await expect(form(page).service).toHaveAccessibleDescription('Please choose a service.')
  })
})

test.describe('[keyboard] [sign-in.md#page] /auth', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeEnabled()
  })

  test('signing in', async ({ page }) => {
    await tabAndType(page, page.getByLabel('Email', { exact: true }), ana.email)
    await tabAndType(page, page.getByLabel('Password', { exact: true }), ana.password)
    await tabTo(page, page.getByRole('button', { name: 'Sign In to Dashboard' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })

  test('signing up', async ({ page }) => {
    const { name, email, password } = newcomer()
    await tabTo(page, page.getByRole('tab', { name: 'Sign In' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
    await tabAndType(page, page.getByLabel('Full Name', { exact: true }), name)
    await tabAndType(page, page.getByLabel('Email Address', { exact: true }), email)
    await tabAndType(page, page.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Welcome!', 'Please check your email to verify your account.')
  })

  test('asking for a new password, and back', async ({ page }) => {
    await tabTo(page, page.getByRole('button', { name: /forgot/i }))
    await page.keyboard.press('Enter')
    await tabAndType(page, page.getByLabel('Email', { exact: true }), 'nobody@nowhere.test')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText(/is on its way/)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Back to sign in' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign In to Dashboard' })).toBeVisible()
  })
})

async function type(page: Page, { name, business, email, phone: number, message }: Visitor) {
  const fields = form(page)
  await tabAndType(page, fields.name, name)
  await tabAndType(page, fields.business, business)
  await tabAndType(page, fields.email, email)
  await tabAndType(page, fields.phone, number)
  await tabAndType(page, fields.service, 'Digital')
  await expect(fields.service).toHaveValue('marketing')
  await tabAndType(page, fields.message, message)
}
