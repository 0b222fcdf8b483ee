import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { createAgencyWithProjects } from './projects-scene.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' })

/** Types into the command palette, and chooses the first suggestion. */
async function say(page: Page, words: string, offered: string | RegExp) {
  await page.getByRole('button', { name: /^Go to/ }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').fill(words)
  await expect(palette(page).getByRole('option').first()).toHaveText(offered)
  await page.keyboard.press('Enter')
}

test('[shell.md#palette-commands] a project is found by its client’s name too, completed, and put back by Undo', async ({
  signedIn,
  testData,
}) => {
  const { person, projects } = await createAgencyWithProjects(testData, [
    { name: 'Website', status: 'review' },
    { name: 'Logo' },
  ])
  const db = await testData.as(person)
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
