import type { Page } from '@playwright/test'
import type { Person } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { expect, expectAccessible, test } from '../test.ts'
import type { TestData } from '../test-data.ts'
import { createClientWithProjects, files, insertUpdates, item } from './update-scene.ts'

async function clientOf(
  testData: TestData,
  columns: Record<string, unknown>,
): Promise<{ person: Person; path: string }> {
  const agency = await testData.newAgency()
  const person = await testData.newPerson('agency_staff', agency)
  const { data } = await (await testData.as(person))
    .from('clients')
    .insert({ name: 'Clara Client', email: 'clara@client.test', agency_id: agency.id, ...columns })
    .select('id')
    .single()
    .throwOnError()
  return { person, path: `/dashboard/clients/${data.id}` }
}

const edit = (page: Page) => page.getByRole('button', { name: 'Edit Client', exact: true })
const main = (page: Page) => page.getByRole('main')

test.describe('[lists.md#drafts] a client that two people edit', () => {
  async function bothEdit(signedIn: (person: Person) => Promise<Page>, testData: TestData) {
    const { person, path } = await clientOf(testData, { phone: '+1 555 0000' })
    const page = await signedIn(person)
    await page.goto(path)
    await edit(page).click()
    const theirs = async (columns: Record<string, unknown>) => {
      const id = path.slice(path.lastIndexOf('/') + 1)
      await (await testData.as(person)).from('clients').update(columns).eq('id', id).throwOnError()
    }
    return { page, theirs, path }
  }
  const alert = (page: Page) => main(page).getByRole('status').filter({ hasText: 'Someone else changed this client' })
  const save = (page: Page) => main(page).getByRole('button', { name: 'Save Changes' }).click()

  test('tells the second one, who may show theirs', async ({ signedIn, testData }) => {
    const { page, theirs } = await bothEdit(signedIn, testData)
    await main(page).getByLabel('Company Name').fill('Mine Inc.')
    await theirs({ phone: '+1 555 0999' })
    await save(page)
    await expect(alert(page)).toBeVisible()
    await expect(main(page).getByLabel('Company Name')).toHaveValue('Mine Inc.')
    await expectAccessible(page)
    await main(page).getByRole('button', { name: 'Discard My Changes' }).click()
    await expect(alert(page)).toHaveCount(0)
    await expect(main(page).getByLabel('Company Name')).toHaveValue('')
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0999')
    await page.reload()
    await expect(edit(page)).toBeVisible()
    await expect(main(page)).toContainText('+1 555 0999')
  })
})

test.describe('[lists.md#drafts] an edit that was left in the middle', () => {
  const unsaved = (page: Page) => main(page).getByText('You have unsaved changes.')

  test('outlives a session that ends', async ({ anotherWindow, testData, pageErrors }) => {
    pageErrors.expectError(/^40[013] (GET|HEAD|POST|PATCH) \/(rest|auth)\/v1\//)
    const { person, path } = await clientOf(testData, { phone: '+1 555 0000' })
    const page = await anotherWindow()
    await page.goto('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard')
    await page.goto(path)
    await edit(page).click()
    await main(page).getByLabel('Phone').fill('+1 555 0123')
    await (await testData.freshSession(person)).client.auth.signOut({ scope: 'global' })
    await main(page).getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard')
    await page.goto(path)
    await expect(unsaved(page)).toBeVisible()
    await expect(main(page).getByLabel('Phone')).toHaveValue('+1 555 0123')

    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await page.goto('/auth')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard')
    await page.goto(path)
    await expect(edit(page)).toBeVisible()
    await expect(unsaved(page)).toHaveCount(0)
  })
})

test('nothing is cut off at 320 px, however long the words are', async ({ signedIn, testData }) => {
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3)
  const client = await createClientWithProjects(testData, [word])
  const db = await testData.as(client.person)
  await db
    .from('clients')
    .update({ company_name: word, website_url: `https://${word}.test` })
    .eq('id', client.clientId)
  await insertUpdates(testData, client, [{ project_id: client.projectIds[0], title: word, content: word.repeat(5) }])
  const page = await signedIn(client.person, { viewport: { width: 320, height: 640 } })
  const overflow = () =>
    page.evaluate(() => {
      const dialog = document.querySelector('[role=alertdialog]')
      return [document.documentElement, ...(dialog ? [dialog] : [])].map((box) => box.scrollWidth - box.clientWidth)
    })
  await page.goto(client.path)
  await expect(item(page, word)).toBeVisible()
  await files(page).setInputFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  expect(await overflow()).toEqual([0])
  await edit(page).click()
  expect(await overflow()).toEqual([0])
  await page.getByRole('button', { name: /^Delete update/ }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await overflow()).toEqual([0, 0])
})
