import type { Page } from '@playwright/test'
import { cleo } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { expectDestructiveToast, expectToast } from '../toasts.ts'
import { agencyWith, call, dialog, refuse, submit } from './projects-scene.ts'

const NOBODYS = '5f6b8c1e-0000-4000-8000-000000000000'
const NOT_FOUND = "The project you're looking for doesn't exist or you don't have permission to view it."

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Project', exact: true })
const pathOf = (id: string | undefined) => `/dashboard/projects/${id}`

async function openEdit(page: Page) {
  await edit(page).click()
  const form = dialog(page, 'Edit Project')
  await expect(form).toBeVisible()
  return form
}

test.describe('[project-page.md#overview] a project’s page', () => {
  test('shows its overview', async ({ signedIn, backstage }) => {
    const { person, projects } = await agencyWith(backstage, [
      {
        ...{ name: 'Full Folder', description: 'Line one\nline two', requirements: 'Two colours', budget: 1250.5 },
        ...{ project_type: 'graphic_design', status: 'completed', priority: 'high' },
        ...{ start_date: '2026-01-31', target_completion_date: '2026-02-28', actual_completion_date: '2026-03-01' },
      },
    ])
    const page = await signedIn(person)
    await page.goto(pathOf(projects.get('Full Folder')))
    await expect(page.getByRole('heading', { level: 1, name: 'Full Folder' })).toBeVisible()
    await expect(page).toHaveTitle('Full Folder | Dashboard')
    const overview = card(page, 'Project Overview')
    for (const [label, value] of [
      ['Status', 'Completed'],
      ['Priority', 'High'],
      ['Type', 'Graphic Design'],
      ['Start Date', 'Jan 31, 2026'],
      ['Target Completion', 'Feb 28, 2026'],
      ['Actual Completion', 'Mar 1, 2026'],
      ['Budget', '$1,250.50'],
    ] as const) {
      const term = overview.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) })
      await expect(term.locator('xpath=following-sibling::dd')).toHaveText(value)
    }
    await expect(overview).toContainText('Line one')
    await expect(overview).toContainText('Two colours')
    await expectAccessible(page)
  })

  test('says what is not there, above all "Not completed"', async ({ signedIn, backstage }) => {
    const { person, projects } = await agencyWith(backstage, [{ name: 'Bare' }])
    const page = await signedIn(person, { viewport: phone })
    await page.goto(pathOf(projects.get('Bare')))
    const overview = card(page, 'Project Overview')
    await expect(overview.getByText('Not completed', { exact: true })).toBeVisible()
    await expect(overview.getByText('Not set', { exact: true })).toHaveCount(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    await expectAccessible(page)
  })

  test('shows the client and leads to its page', async ({ signedIn, backstage }) => {
    const { person, projects, client } = await agencyWith(backstage, [{ name: 'Led' }], {
      client: { name: 'Lena Lead', company_name: 'Leaders', phone: '+1 555 0100' },
    })
    const page = await signedIn(person)
    await page.goto(pathOf(projects.get('Led')))
    const info = card(page, 'Client Information')
    for (const words of ['Lena Lead', 'Leaders', 'clara@client.test', '+1 555 0100']) {
      await expect(info).toContainText(words)
    }
    await info.getByRole('link', { name: 'View Client' }).click()
    await expect(page).toHaveURL(`/dashboard/clients/${client.id}`)
  })

  test('is not found where there is none, whatever the id looks like', async ({ signedIn, backstage }) => {
    const { person } = await agencyWith(backstage)
    const page = await signedIn(person)
    for (const id of [NOBODYS, 'not-an-id']) {
      await page.goto(pathOf(id))
      await expect(page.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible()
      await expect(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
      await expect(edit(page)).toHaveCount(0)
      await expectAccessible(page)
    }
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect(page).toHaveURL('/dashboard/projects')
  })

  test('is not found for another agency, as if it did not exist', async ({ signedIn, backstage }) => {
    const { projects } = await agencyWith(backstage, [{ name: 'Secret Sally' }])
    const page = await signedIn(cleo)
    await page.goto(pathOf(projects.get('Secret Sally')))
    await expect(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
    await expect(page.getByText('Secret Sally')).toHaveCount(0)
  })

  test('says so when it cannot be loaded, and can be asked again', async ({ signedIn, backstage, troubles }) => {
    troubles.expectTrouble(/^500 GET \/rest\/v1\/projects/)
    const { person, projects } = await agencyWith(backstage, [{ name: 'Rita Retry' }])
    const page = await signedIn(person)
    await refuse(page, 'GET', 'projects')
    await page.goto(pathOf(projects.get('Rita Retry')))
    await expect(page.getByText(NOT_FOUND)).toHaveCount(0)
    await page.getByRole('button', { name: 'Try Again' }).waitFor()
    await page.unroute('**/rest/v1/projects*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rita Retry' })).toBeVisible()
  })
})

test.describe('[project-page.md#editing] editing a project', () => {
  test('changes every field, here and in the list', async ({ signedIn, backstage }) => {
    const { person, projects, client, agency } = await agencyWith(backstage, [{ name: 'Before', budget: 5 }])
    const page = await signedIn(person)
    await page.goto(pathOf(projects.get('Before')))
    const form = await openEdit(page)
    await expectAccessible(page)
    await expect(form.getByLabel('Assign To')).toHaveCount(0)
    await form.getByLabel('Project Name').fill('After')
    await form.getByLabel('Project Type').selectOption('Maintenance')
    await form.getByLabel('Description').fill('Described')
    await form.getByLabel('Status').selectOption('Completed')
    await form.getByLabel('Priority').selectOption('Low')
    await form.getByLabel('Start Date').fill('2026-01-01')
    await form.getByLabel('Target Completion Date').fill('2026-02-01')
    await form.getByLabel('Actual Completion Date').fill('2026-02-02')
    await form.getByLabel('Budget').fill('')
    await form.getByLabel('Requirements').fill('Required')
    const sent = call(page, 'PATCH', 'projects')
    await submit(form).dblclick()
    await expectToast(page, 'Project updated')
    await expect(form).toBeHidden()
    await expect(edit(page)).toBeFocused()
    const { query, body } = await sent
    expect(query).toMatchObject({ id: `eq.${projects.get('Before')}` })
    expect(body).toEqual({
      ...{ name: 'After', project_type: 'maintenance', description: 'Described', status: 'completed' },
      ...{ priority: 'low', start_date: '2026-01-01', target_completion_date: '2026-02-01' },
      ...{ actual_completion_date: '2026-02-02', budget: null, requirements: 'Required' },
      ...{ client_id: client.id, agency_id: agency.id },
    })
    await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible()
    await expect(card(page, 'Project Overview')).toContainText('Feb 2, 2026')
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect(page.getByRole('table')).toContainText('After')
  })

  test('needs a name, a client and a type', async ({ signedIn, backstage }) => {
    const { person, projects } = await agencyWith(backstage, [{ name: 'Needy' }])
    const page = await signedIn(person)
    await page.goto(pathOf(projects.get('Needy')))
    const form = await openEdit(page)
    for (const spoil of [
      () => form.getByLabel('Project Name').fill('  '),
      () => form.getByRole('combobox', { name: 'Client', exact: true }).fill(''),
      () => form.getByLabel('Project Type').selectOption(''),
    ]) {
      await spoil()
      await submit(form).click()
      await expectDestructiveToast(page, 'Error', 'Please fill in all required fields.')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await openEdit(page)
      await expect(form.getByLabel('Project Name')).toHaveValue('Needy')
    }
  })

  for (const answer of ['message', 'none'] as const) {
    test(`says that it failed and keeps what was typed (${answer})`, async ({ signedIn, backstage, troubles }) => {
      troubles.expectTrouble(/^(500|failed) PATCH \/rest\/v1\/projects/)
      const { person, projects } = await agencyWith(backstage, [{ name: 'Firm' }])
      const page = await signedIn(person)
      await page.goto(pathOf(projects.get('Firm')))
      await refuse(page, 'PATCH', 'projects', answer)
      const form = await openEdit(page)
      await form.getByLabel('Project Name').fill('Soft')
      await submit(form).click()
      await expectDestructiveToast(page, 'Error', 'Failed to update project. Please try again.')
      await expect(form.getByLabel('Project Name')).toHaveValue('Soft')
    })
  }

  test('keeps what was typed over Escape and a reload', async ({ signedIn, backstage }) => {
    const { person, projects } = await agencyWith(backstage, [{ name: 'Kept' }])
    const page = await signedIn(person)
    await page.goto(pathOf(projects.get('Kept')))
    let form = await openEdit(page)
    await form.getByLabel('Description').fill('Half a sentence')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.reload()
    form = await openEdit(page)
    await expect(form.getByLabel('Description')).toHaveValue('Half a sentence')
    await submit(form).click()
    await expectToast(page, 'Project updated')
    await expect(card(page, 'Project Overview')).toContainText('Half a sentence')
  })
})

test.describe('an edit that would overwrite somebody else’s newer change', () => {
  async function edited({
    backstage,
    signedIn,
  }: Pick<Parameters<Parameters<typeof test>[2]>[0], 'backstage' | 'signedIn'>) {
    const { person, projects } = await agencyWith(backstage, [{ name: 'Shared' }])
    const page = await signedIn(person)
    const id = projects.get('Shared')
    await page.goto(pathOf(id))
    const form = await openEdit(page)
    await form.getByLabel('Description').fill('Mine')
    const theirs = { description: 'Theirs', priority: 'urgent' }
    await (await backstage.as(person)).from('projects').update(theirs).eq('id', id).throwOnError()
    await submit(form).click()
    await expect(form.getByText(/somebody else changed this project/i)).toBeVisible()
    return {
      page,
      form,
      stored: async () => (await backstage.as(person)).from('projects').select().eq('id', id).single(),
    }
  }

  test('is not saved unasked, and can give way', async ({ signedIn, backstage }) => {
    const { page, form, stored } = await edited({ signedIn, backstage })
    expect((await stored()).data).toMatchObject({ description: 'Theirs', priority: 'urgent' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Discard Mine, Show Theirs' }).click()
    await expect(form.getByLabel('Description')).toHaveValue('Theirs')
    await expect(form.getByLabel('Priority')).toHaveValue('urgent')
  })

  test('can be saved knowingly', async ({ signedIn, backstage }) => {
    const { page, form, stored } = await edited({ signedIn, backstage })
    await form.getByRole('button', { name: 'Save Mine Over Theirs' }).click()
    await expectToast(page, 'Project updated')
    await expect(main(page)).toContainText('Mine')
    expect((await stored()).data).toMatchObject({ description: 'Mine', priority: 'medium' })
  })
})
