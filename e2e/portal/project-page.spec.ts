import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../test.ts'
import { expectToast } from '../toasts.ts'
import { agencyWith, call, dialog, submit } from './projects-scene.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Project', exact: true })
const pathOf = (id: string | undefined) => `/dashboard/projects/${id}`

async function openEdit(page: Page) {
  await edit(page).click()
  const form = dialog(page, 'Edit Project')
  await expect(form).toBeVisible()
  return form
}

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
      name: 'After',
      project_type: 'maintenance',
      description: 'Described',
      status: 'completed',
      priority: 'low',
      start_date: '2026-01-01',
      target_completion_date: '2026-02-01',
      actual_completion_date: '2026-02-02',
      budget: null,
      requirements: 'Required',
      client_id: client.id,
      agency_id: agency.id,
    })
    await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible()
    await expect(card(page, 'Project Overview')).toContainText('Feb 2, 2026')
    await page.getByRole('link', { name: 'Back to Projects' }).click()
    await expect(page.getByRole('table')).toContainText('After')
  })
})
