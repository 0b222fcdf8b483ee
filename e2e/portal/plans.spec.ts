import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { createClientWithProjects, form, open, submit, titles } from './update-scene.ts'

const card = (page: Page) => page.getByRole('region', { name: 'This Month' })
const main = (page: Page) => page.getByRole('main')

/** The content updates a month of Growth AI, as the website tells everybody. */
async function readIncluded(page: Page): Promise<number> {
  await page.goto('/pricing')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Content updates per month' }) })
  return Number(await row.getByRole('cell').nth(1).innerText())
}

test('[clients.md#plan] five content updates of Growth AI are one too many, and after a deletion as many as there are', async ({
  signedIn,
  testData,
}) => {
  const reported = await createClientWithProjects(testData, ['Website'])
  const page = await signedIn(reported.person)
  const included = await readIncluded(page)
  await open(page, reported)
  await expect(card(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit Client' }).click()
  await main(page).getByLabel('Plan').selectOption('Growth AI')
  await main(page).getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Client updated')
  await expect(card(page)).toContainText(`0 of ${included} content updates`)

  for (let number = 1; number <= included + 1; number++) {
    await form(page).getByLabel('Title').fill(`Change ${number}`)
    await form(page).getByLabel('Project').selectOption('Website')
    await form(page).getByLabel('Content', { exact: true }).fill('It is online.')
    const counts = form(page).getByRole('switch', { name: 'Count as a Content Update' })
    // The first choice is remembered for the project.
    if (number === 1) await counts.click()
    await expect(counts).toBeChecked()
    await submit(page).click()
    await expect(titles(page)).toHaveCount(number)
  }
  await expect(card(page)).toContainText(`${included + 1} of ${included} content updates`)
  await expect(card(page).getByRole('link')).toHaveCount(included + 1)

  await page.getByRole('button', { name: 'Delete update Change 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card(page)).toContainText(`${included} of ${included} content updates`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page)).toContainText(`${included + 1} of ${included} content updates`)
})

test('[for-clients.md#plan] the client reads the same number, once the agency shows it', async ({ page, testData }) => {
  const reported = await createClientWithProjects(testData, ['Website'])
  const { agency, clientId, person, projectIds } = reported
  const db = await testData.as(person)
  await db.from('clients').update({ plan: 'Growth AI' }).eq('id', clientId).throwOnError()
  const update = { project_id: projectIds[0], title: 'Menu', content: 'Done.', counts_as_content_update: true }
  await db.from('project_updates').insert(update).throwOnError()
  const { data } = await db.rpc('make_client_link', { client: clientId, name: 'Phone' }).throwOnError()
  const address = `/for/${data[0].token}`
  const included = await readIncluded(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rosa Report')
  await expect(page.getByText('Growth AI')).toHaveCount(0)
  const admin = await testData.as(await testData.newPerson('agency_admin', agency))
  await admin.from('agencies').update({ show_clients_their_plan: true }).eq('id', agency.id).throwOnError()
  await page.reload()
  await expect(page.getByText(`Growth AI: 1 of ${included} content updates this month`)).toBeVisible()
})
