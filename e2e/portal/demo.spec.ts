import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { type RunningDemo, startDemo } from '../../scripts/testing/throwaway-demo.ts'
import { signIn } from '../sign-in.ts'
import { test as base, expect, expectAccessible } from '../test.ts'

/** These tests run on `npm run demo` instead of the shared engine. */
const test = base.extend<object, { demo: RunningDemo; url: string }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures one needs from the pattern
    async ({}, use) => {
      const demo = await startDemo()
      await use(demo)
      expect(await demo.stop(), 'what the demo left behind').toEqual([])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  url: [async ({ demo }, use) => use(demo.url), { scope: 'worker' }],
})

const files = new URL('../../supabase/demo/files/', import.meta.url)

/** The lists that each role sees (docs/specification/who-may-do-what.md#rows). */
const listsOf: Record<string, string[]> = {
  user: [],
  agency_staff: ['clients', 'projects'],
  agency_admin: ['clients', 'projects', 'users'],
  admin: ['clients', 'projects', 'users'],
  super_admin: ['clients', 'projects', 'users', 'agencies'],
}

// All tests of this file share one demo.
test.describe.configure({ mode: 'serial' })

test('the demo invites one person of each role, and has something on every list they are shown', async ({
  demo,
  anotherWindow,
}) => {
  expect(new Set(demo.people.map(({ role }) => role))).toEqual(new Set(Object.keys(listsOf)))
  for (const { email, role } of demo.people) {
    await test.step(`${email}, ${role}`, async () => {
      const page = await anotherWindow({ baseURL: demo.url })
      await enter(page, email)
      for (const screen of listsOf[role] ?? []) {
        await page.goto(`/dashboard/${screen}`)
        // The first row of the table has the column headings.
        await expect(page.getByRole('main').getByRole('row').filter({ hasText: /\w/ }).nth(1)).toBeVisible()
      }
    })
  }
})

test('a client of the demo has projects, notes, and updates with files that can be downloaded', async ({
  demo,
  anotherWindow,
}) => {
  const page = await anotherWindow({ baseURL: demo.url })
  await enter(page, 'ben@north.test')
  await page.goto('/dashboard/clients?search=Harbor+Bakery')
  await page.getByRole('link', { name: /view details/i }).click()
  await expect(page.getByRole('region', { name: 'Projects' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notes' }).getByRole('listitem')).not.toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /Box with lighthouse\.jpg/ }).click()
  const file = await readFile(await (await download).path())
  expect(file).toEqual(await readFile(new URL('Two box designs to choose from/Box with lighthouse.jpg', files)))
})

test('a project of the demo has notes, and each role somebody who holds it', async ({ demo, anotherWindow }) => {
  const page = await anotherWindow({ baseURL: demo.url })
  await enter(page, 'sol@mainstreet.test')
  await page.goto('/dashboard/projects?search=online+ordering')
  await page.getByRole('link', { name: /view details/i }).click()
  await expect(page.getByRole('region', { name: 'Project Notes' }).getByRole('listitem')).not.toHaveCount(0)
  await page.goto('/dashboard/roles')
  await expect(page.getByRole('main')).toContainText('Abe Lindqvist')
})

test('[agencies.md#website] what an agency admin writes stands on the pages of the demo within a minute, for everybody', async ({
  demo,
  page,
  anotherWindow,
}) => {
  test.slow()
  await enter(page, 'ana@north.test')
  await page.goto('/dashboard/profile')
  await writeWords(page.getByRole('form', { name: 'Agency Information' }))
  await expect(page.getByText('Agency updated')).toBeVisible()

  const visitor = await anotherWindow({ baseURL: demo.url, javaScriptEnabled: false })
  await expect(async () => {
    await visitor.goto('/')
    await expect(visitor.getByText('“We sell out by noon.”')).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 60_000 })
  await expect(visitor.getByText('An example')).toHaveCount(0)
  await expect(visitor.getByRole('region', { name: 'What came of it.' })).toContainText('+38%')
  const picture = visitor.getByRole('group', { name: 'slide 1 of 2' }).locator('img')
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveAttribute('src', new RegExp(`^${demo.url}/storage/v1/object/public/website-pictures/`))
  const seen = await visitor.request.get((await picture.getAttribute('src')) ?? '')
  expect(seen.headers()['content-type']).toBe('image/webp')
  await visitor.goto('/services')
  await expect(visitor.getByRole('heading', { name: 'Bakeries' })).toBeVisible()

  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/services']) {
      await page.goto(path)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Next testimonial' }).click()
  await expect(page.getByText('“They answer.”')).toBeVisible()
  await expect(page.getByText('Slide 2 of 2')).toBeVisible()
})

async function writeWords(form: Locator) {
  await form.getByLabel('Fields of Work').fill('Bakeries: hours, bread and birthday cakes\nBarbers')
  for (const [at, words] of ['We sell out by noon.', 'They answer.'].entries()) {
    await form.getByRole('button', { name: 'Add testimonial' }).click()
    const said = form.getByRole('group', { name: `testimonial ${at + 1}` })
    await said.getByLabel('Words').fill(words)
    await said.getByLabel('Said By').fill('Harriet Bell')
  }
  const chooser = form.page().waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Upload Picture' }).first().click()
  await (await chooser).setFiles(
    fileURLToPath(new URL('Two box designs to choose from/Box with lighthouse.jpg', files)),
  )
  await expect(form.getByLabel('Picture').first()).toHaveValue(/\/website-pictures\//)
  await form.getByRole('button', { name: 'Add result' }).click()
  const result = form.getByRole('group', { name: 'result 1' })
  for (const [label, text] of [
    ['Title', 'A full bakery'],
    ['First Number', '+38%'],
    ['What It Counts', 'visitors on weekdays'],
    ['Second Number', '212'],
    ['What That Counts', 'cakes ordered online'],
    ['Quote', 'We bake to order.'],
  ] as const) {
    await result.getByLabel(label).fill(text)
  }
  await form.getByRole('button', { name: 'Save Agency' }).click()
}

async function enter(page: Page, email: string) {
  await page.goto('/auth')
  await signIn(page, { email, password: 'mainstreet' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForURL('**/dashboard')
}
