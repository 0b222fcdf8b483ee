import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectToast } from '../../testing/expect.ts'
import type { FakeBackend } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ben } from '../../testing/people.ts'
import { field, fill, form, item, submit, UPDATES } from '../../testing/update-scene.ts'

const LOGO = 'd0000000-0000-4000-8000-000000000002'

async function open({ plan = 'Growth AI' as string | null, updates = [] as Row[] } = {}) {
  const backend = withClara({ id: WEBSITE, name: 'Website' }, { id: LOGO, name: 'Logo' })
  backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), { plan })
  const told = { content: 'Done.', created_by: ben.id, author: { display_name: 'Ben' } }
  for (const update of updates) backend.table('project_updates').insert({ ...told, ...update })
  const portal = openClient(backend)
  await expect.element(submit()).toBeVisible()
  return portal
}

const counts = () => form().getByRole('switch', { name: 'Count as a Content Update' })
const sent = (backend: FakeBackend) => backend.sent('POST', UPDATES).map(({ body }) => body)

it('[client-updates.md#content-updates] is told of a client with a plan, and marked in the history', async () => {
  const { backend } = await open()
  await fill({ title: 'New menu' })
  await expect.element(counts()).not.toBeChecked()
  await counts().click()
  await expectAccessible()
  await submit().click()
  await expectToast('Success', 'Client update created successfully')
  expect(sent(backend)).toMatchObject([{ title: 'New menu', counts_as_content_update: true }])
  await expect.element(item('New menu').getByText('Content Update')).toBeVisible()
})

it('[client-updates.md#content-updates] is no choice for a client without a plan', async () => {
  const { backend } = await open({ plan: null })
  await fill({ title: 'New menu' })
  await expect.element(counts()).not.toBeInTheDocument()
  await submit().click()
  await expectToast('Success', 'Client update created successfully')
  expect(sent(backend)[0]).not.toHaveProperty('counts_as_content_update')
})

it('[client-updates.md#content-updates] is chosen as it was last for the project', async () => {
  await open({
    updates: [
      { project_id: WEBSITE, title: 'Old', counts_as_content_update: false },
      { project_id: WEBSITE, title: 'New', counts_as_content_update: true },
      { project_id: LOGO, title: 'Sketch', counts_as_content_update: false },
    ],
  })
  await field('Project').selectOptions('Website')
  await expect.element(counts()).toBeChecked()
  await field('Project').selectOptions('Logo')
  await expect.element(counts()).not.toBeChecked()
})

it('[client-updates.md#editing] changes whether an update counts', async () => {
  const update = { id: 'e0000000-0000-4000-8000-000000000007', project_id: WEBSITE, title: 'The menu' }
  const { backend } = await open({ updates: [{ ...update, counts_as_content_update: true }] })
  await page.getByRole('button', { name: 'Edit update The menu' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Update' })
  await dialog.getByRole('switch', { name: 'Count as a Content Update' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Update saved')
  expect(backend.sent('PATCH', UPDATES)[0]?.body).toMatchObject({ counts_as_content_update: false })
})
