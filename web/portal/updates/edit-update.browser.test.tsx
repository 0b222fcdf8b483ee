import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectDestructiveToast, expectTexts, expectToast } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ben } from '../../testing/people.ts'
import { item, titles, UPDATES } from '../../testing/update-scene.ts'

const MENU = 'e0000000-0000-4000-8000-000000000007'

/** Opens updates by Ben and by Ana. */
function openWith(row: Row = {}) {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  const [author, project] = [{ display_name: 'Ben Whitaker' }, { name: 'Website' }]
  const update = { project_id: WEBSITE, content: 'All of it.', author, project }
  backend.table('project_updates').insert({ ...update, title: 'Ana’s', created_by: 'ana' })
  backend
    .table('project_updates')
    .insert({ ...update, id: MENU, title: 'The menu', created_by: ben.id, visibility: 'client', ...row })
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([]))
  return { backend, portal: openClient(backend) }
}

const dialog = () => page.getByRole('dialog', { name: 'Edit Update' })
const save = () => dialog().getByRole('button', { name: /^(Save Changes|Saving\.\.\.)$/ })
const edit = () => page.getByRole('button', { name: 'Edit update The menu' }).click()

it('[client-updates.md#editing] is for whoever wrote it, where nobody administers', async () => {
  openWith()
  await expect.element(page.getByRole('button', { name: 'Edit update The menu' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit update Ana’s' })).not.toBeInTheDocument()
})

it('changes the words, and says so', async () => {
  const { backend } = openWith()
  await edit()
  await expectAccessible()
  await dialog().getByLabelText('Title').fill('The new menu')
  await save().dblClick()
  await expectToast('Update saved')
  await expectTexts(titles(), ['The new menu', 'Ana’s'])
  const [call, ...more] = backend.sent('PATCH', UPDATES)
  expect(more).toEqual([])
  expect(call?.body).toEqual({
    title: 'The new menu',
    content: 'All of it.',
    counts_as_content_update: false,
    update_type: 'general',
    is_milestone: false,
    visibility: 'client',
    answer_by: null,
  })
  expect(call?.query).toMatchObject({ id: `eq.${MENU}`, updated_at: expect.stringMatching(/^eq\./) })
  await expect.element(page.getByRole('button', { name: 'Edit update The new menu' })).toHaveFocus()
})

it('[client-updates.md#form] shows what is stored as it is, and has type and switch agree once one is used', async () => {
  const { backend } = openWith({ update_type: 'progress', is_milestone: true })
  await edit()
  const type = dialog().getByLabelText('Update Type')
  const milestone = dialog().getByRole('switch', { name: 'Mark as Milestone' })
  await expect.element(type).toHaveValue('progress')
  await expect.element(milestone).toBeChecked()
  await milestone.click()
  await milestone.click()
  await expect.element(type).toHaveValue('milestone')
  await type.selectOptions('Delivery')
  await expect.element(milestone).not.toBeChecked()
  await milestone.click()
  await save().click()
  await expectToast('Update saved')
  expect(backend.sent('PATCH', UPDATES)[0]?.body).toMatchObject({ update_type: 'delivery', is_milestone: true })
})

it('takes back from the client what they saw, and says what that means', async () => {
  const { backend } = openWith()
  await edit()
  await dialog().getByLabelText('Client Visible').click()
  await expect.element(dialog().getByText('It disappears from the client’s page as soon as you save.')).toBeVisible()
  await save().click()
  await expectToast('Update saved')
  expect(backend.table('project_updates').rows.find(({ id }) => id === MENU)).toMatchObject({ visibility: 'agency' })
})

it('needs a title and content, and keeps what was typed where saving fails', async () => {
  const { backend } = openWith()
  await edit()
  await dialog().getByLabelText('Title').fill(' ')
  await save().click()
  await expectDestructiveToast('Error', 'Title and Content are required.')
  backend.answer('PATCH', UPDATES, noAnswer)
  await dialog().getByLabelText('Title').fill('Half a men')
  await save().click()
  await expectDestructiveToast('Error', 'Failed to save the update. Please try again.')
  await expect.element(dialog().getByLabelText('Title')).toHaveValue('Half a men')
})

it('asks whose words are to stay, where a colleague was quicker', async () => {
  const { backend } = openWith()
  await edit()
  await dialog().getByLabelText('Title').fill('Mine')
  backend.table('project_updates').update(new URLSearchParams({ id: `eq.${MENU}` }), { title: 'Theirs' })
  await save().click()
  await expect.element(dialog().getByText(/^Someone else changed this update/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Keep My Changes' }).click()
  await expectToast('Update saved')
  await expectTexts(titles(), ['Mine', 'Ana’s'])
})

it('shows what it said before, and who changed it when', async () => {
  const { backend } = openWith({ edited_at: '2026-11-03T12:00:00+00:00' })
  const version = { update_id: MENU, content: 'Most of it.', update_type: 'progress', visibility: 'agency' }
  const author = { display_name: 'Ana Reyes' }
  for (const title of ['First words', 'Better words']) {
    backend.table('project_update_versions').insert({
      ...version,
      title,
      author,
      is_milestone: true,
      replaced_at: title === 'First words' ? '2026-11-02T12:00:00+00:00' : '2026-11-03T12:00:00+00:00',
    })
  }
  await item('The menu').getByRole('button', { name: 'Edited Nov 3, 2026: The menu' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier Versions' })
  await expectTexts(versions.getByRole('heading', { level: 3 }), ['Better words', 'First words'])
  const latest = versions.getByRole('listitem').first()
  await expect
    .element(latest)
    .toMatchTextContent(/Until Nov 3, 2026.*changed by Ana Reyes · Progress Update · Agency · Milestone/)
  await expectAccessible()
})
