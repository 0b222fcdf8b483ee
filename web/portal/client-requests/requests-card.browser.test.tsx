import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ben } from '../../testing/people.ts'

const card = () => page.getByRole('region', { name: 'Asked for' })
const button = (name: string) => card().getByRole('button', { name: `${name}: A new menu` })

function openWith(row: Row = {}) {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  backend
    .table('client_requests')
    .insert({ id: 'request', client_id: CLARA, title: 'A new menu', words: 'By Friday', ...row })
  openClient(backend)
  const stored = () => backend.table('client_requests').rows[0]
  return { backend, stored }
}

it('[client-page.md#asked-for] is taken, and put off with a reason, with an Undo', async () => {
  const { stored } = openWith()
  await expect.element(card()).toMatchTextContent(/Received.*A new menu.*Maria.*By Friday/)
  await expectAccessible()
  await button('Assign to me').click()
  await expectToast('Request changed', 'A new menu: In progress')
  expect(stored()).toMatchObject({ status: 'in_progress', assigned_to: ben.id })
  await expect.element(card()).toMatchTextContent(/In progress.*Assigned to you/)
  await button('Not now').click()
  const dialog = page.getByRole('dialog', { name: 'Not now' })
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect.element(dialog).toMatchTextContent('Please say why; the client reads it.')
  await dialog.getByLabelText('Why').fill('In spring')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect.poll(stored).toMatchObject({ status: 'not_now', reason: 'In spring' })
})

it('[client-page.md#asked-for] does not overwrite what a colleague did meanwhile', async () => {
  const { backend, stored } = openWith()
  await expect.element(button('Done')).toBeVisible()
  backend
    .table('client_requests')
    .update(new URLSearchParams({ id: 'eq.request' }), { status: 'not_now', reason: 'Later' })
  await button('Done').click()
  await expectDestructiveToast('Nothing changed', 'A colleague has changed it since.')
  expect(stored()).toMatchObject({ status: 'not_now' })
})

it('[client-page.md#asked-for] becomes a step of one of the client’s projects, within a narrow phone', async () => {
  await page.viewport(...phone)
  const { backend, stored } = openWith()
  await button('Make a step').click()
  await page.getByRole('menuitem', { name: 'Website' }).click()
  await expect
    .poll(() => backend.table('project_steps').rows)
    .toMatchObject([{ project_id: WEBSITE, title: 'A new menu' }])
  await expect.poll(() => stored()?.step_id).toBe(backend.table('project_steps').rows[0]?.id)
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
})

it('[client-page.md#asked-for] counts as a content update once it is done, and is not there where nothing was asked', async () => {
  const { stored } = openWith({ status: 'done', closed_at: '2026-03-01T12:00:00Z' })
  await card().getByRole('button', { name: 'Show All (1)' }).click()
  await card().getByRole('switch', { name: 'Counts as a content update' }).click()
  await expect.poll(stored).toMatchObject({ counts_as_content_update: true })
})

it('[client-page.md#asked-for] is answered by an update that is written about it, and by that one alone', async () => {
  const { backend, stored } = openWith()
  await button('Write update').click()
  await page.getByRole('menuitem', { name: 'Website' }).click()
  const form = page.getByRole('form', { name: 'Create update' })
  await expect.element(form.getByLabelText('Title')).toHaveValue('A new menu')
  await form.getByLabelText('Content').fill('It is there.')
  await form.getByRole('button', { name: 'Create Update' }).click()
  await expect.poll(() => backend.table('project_updates').rows).toMatchObject([{ title: 'A new menu' }])
  await expect.poll(() => stored()?.update_id).toBe(backend.table('project_updates').rows[0]?.id)
  await expect.element(form.getByLabelText('Title')).toHaveValue('')
})
