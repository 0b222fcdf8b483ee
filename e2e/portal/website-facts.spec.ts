import { startEngine } from '../../scripts/testing/throwaway-engine.ts'
import { Outbox } from '../outbox.ts'
import { ana } from '../people.ts'
import { test as base, expect } from '../test.ts'
import { expectToast } from '../toasts.ts'

/** A separate server, since these tests change what its website says. */
const test = base.extend<object, { engine: { url: string; dataDir: string } }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => {
      const engine = await startEngine({ name: 'engine-with-other-facts' })
      await use(engine)
      await engine.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  url: [async ({ engine }, use) => use(engine.url), { scope: 'worker' }],
  outbox: [async ({ engine }, use) => use(new Outbox(engine.dataDir)), { scope: 'worker' }],
})

test('[agencies.md#website] [contact.md#details] what an agency admin changes stands on the contact page within a minute, without a script', async ({
  signedIn,
  anotherWindow,
}) => {
  test.setTimeout(120_000)
  const page = await signedIn(ana)
  await page.goto('/dashboard/profile')
  const form = page.getByRole('form', { name: 'Agency Information' })
  await expect(form.getByText(/^Visitors see these/)).toBeVisible()
  await form.getByLabel('Postal Address').fill('1 Main Street <b>\nSpringfield')
  await form.getByLabel('Social Links').fill('instagram.com/north')
  await form.getByRole('button', { name: 'Save Agency' }).click()
  await expectToast(page, 'Agency updated')

  const visitor = await anotherWindow({ javaScriptEnabled: false })
  await expect(async () => {
    await visitor.goto('/contact')
    await expect(visitor.getByRole('main').getByText('1 Main Street <b>')).toBeVisible({ timeout: 1 })
  }).toPass({ timeout: 60_000, intervals: [2_000] })
  await expect(visitor.getByRole('contentinfo').getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    'https://instagram.com/north',
  )
  await expect(visitor.getByRole('main').getByRole('link', { name: '(555) 010-0100' })).toHaveAttribute(
    'href',
    'tel:5550100100',
  )
  const shop = await visitor.locator('script[type="application/ld+json"]').textContent()
  expect(shop).toContain('"address":"1 Main Street \\u003cb\\u003e, Springfield"')
})
