import type { Page } from '@playwright/test'
import { sol } from '../people.ts'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { agencyWith } from './projects-scene.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })

/** Types into the palette, and chooses the first suggestion. */
async function say(page: Page, words: string, offered: string | RegExp) {
  await page.getByRole('button', { name: /^Go to/ }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(words)
  await expect(palette(page).getByRole('option').first()).toHaveText(offered)
  await page.keyboard.press('Enter')
}

test('[shell.md#what-the-palette-does] a project is found by its client’s name too, completed, and put back by Undo', async ({
  signedIn,
  backstage,
}) => {
  const { person, projects } = await agencyWith(backstage, [{ name: 'Website', status: 'review' }, { name: 'Logo' }])
  const db = await backstage.as(person)
  const status = async () => {
    const { data } = await db.from('projects').select('status').eq('id', projects.get('Website')).single()
    return data?.status
  }
  const page = await signedIn(person)
  await page.goto('/dashboard')
  await say(page, 'clara website completed', 'Mark Website Completed · Clara ClientAction')
  await expectToast(page, 'Project updated', 'Website: Completed')
  expect(await status()).toBe('completed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Change undone')
  expect(await status()).toBe('review')
})

test('[shell.md#what-the-palette-does] a project is assigned by super admins alone', async ({
  signedIn,
  backstage,
}) => {
  const name = `Shop ${crypto.randomUUID()}`
  const { person, agency } = await agencyWith(backstage, [{ name }])
  const admin = await backstage.newPerson('agency_admin', agency)
  const words = `assign ${name} to ${person.name}`
  const theirs = await signedIn(admin)
  await theirs.goto('/dashboard')
  await theirs.getByRole('button', { name: /^Go to/ }).waitFor()
  await theirs.keyboard.press('Control+k')
  await palette(theirs).getByRole('combobox').fill(words)
  await expect(palette(theirs).getByRole('status')).toHaveText(/found$|^Nothing is called that/)
  await expect(palette(theirs).getByRole('option', { name: /^Assign/ })).toHaveCount(0)

  const page = await signedIn(sol)
  await page.goto('/dashboard')
  await say(page, words, `Assign ${name} to ${person.name} · Clara ClientAction`)
  await expectToast(page, 'Assignment updated', name)
  const { data } = await (await backstage.as(person)).from('projects').select('assigned_to').eq('name', name).single()
  expect(data?.assigned_to).toBe(await backstage.idOf(person))
})
