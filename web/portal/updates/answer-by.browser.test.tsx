import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import { openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectToast, horizontalOverflow, phone } from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ben } from '../../testing/people.ts'
import { field, fill, item, openForm, submit, UPDATES } from '../../testing/update-scene.ts'

const DAY = 'Please answer by'
const created = () => expectToast('Success', 'Client update created successfully')
const edited = () => page.getByRole('dialog', { name: 'Edit Update' })

/** Opens the history with one review of Ben. */
function openReview(row: Row) {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  const [author, project] = [{ display_name: 'Ben Whitaker' }, { name: 'Website' }]
  const review = {
    title: 'Two boxes',
    content: 'Which?',
    update_type: 'review',
    visibility: 'client',
    created_by: ben.id,
  }
  backend.table('project_updates').insert({ project_id: WEBSITE, author, project, ...review, ...row })
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([]))
  openClient(backend)
  return backend
}

it('[client-updates.md#form] a review request has a day, which goes with the type', async () => {
  const { backend } = await openForm()
  await fill()
  await expect.element(field(DAY)).not.toBeInTheDocument()
  await field('Update Type').selectOptions('Review Request')
  await field(DAY).fill('2999-11-30')
  await expectAccessible()
  await submit().click()
  await created()
  await fill({ title: 'Another' })
  await field('Update Type').selectOptions('Review Request')
  await field(DAY).fill('2999-11-30')
  await field('Update Type').selectOptions('Delivery')
  await submit().click()
  await expect
    .poll(() => backend.sent('POST', UPDATES).map(({ body }) => body))
    .toEqual([
      expect.objectContaining({ update_type: 'review', answer_by: '2999-11-30' }),
      expect.not.objectContaining({ answer_by: expect.anything() }),
    ])
})

it('[client-updates.md#form] a draft keeps the day', async () => {
  const { portal } = await openForm()
  await field('Title').fill('Two boxes')
  await field('Update Type').selectOptions('Review Request')
  await field(DAY).fill('2999-11-30')
  await portal.reload()
  await expect.element(field(DAY)).toHaveValue('2999-11-30')
})

it('[client-updates.md#editing] changes the day, and clears it', async () => {
  const backend = openReview({ answer_by: '2999-11-30' })
  await page.getByRole('button', { name: 'Edit update Two boxes' }).click()
  await expect.element(edited().getByLabelText(DAY)).toHaveValue('2999-11-30')
  await edited().getByLabelText(DAY).fill('')
  await edited().getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Update saved')
  expect(backend.sent('PATCH', UPDATES)[0]?.body).toMatchObject({ update_type: 'review', answer_by: null })
})

const answer = { answer: 'approved', comment: null, name: 'Maria', created_at: '2026-11-30T12:00:00Z' }
it.each([
  ['a day to come', { answer_by: addDays(today(), 1) }, false],
  ['today', { answer_by: today() }, false],
  ['a day that has passed', { answer_by: addDays(today(), -1) }, true],
  ['a day that has passed, after the answer', { answer_by: addDays(today(), -1), answer }, false],
])('[client-updates.md#history] says by which day an answer is wanted: %s', async (_what, row, isRed) => {
  openReview(row)
  const wanted = item('Two boxes').getByText(/^Wanted by [A-Z][a-z]{2} \d/)
  await expect.element(wanted).toBeVisible()
  expect(wanted.element().classList.contains('text-danger')).toBe(isRed)
})

it('[client-updates.md#history] says when the client was reminded', async () => {
  const mail = { recipient: 'maria@shop.test', mailed_at: '2026-11-20T12:00:00Z', created_at: '2026-11-20T12:00:00Z' }
  const reminder = {
    ...mail,
    reminder: 'before',
    mailed_at: '2026-11-28T12:00:00Z',
    created_at: '2026-11-28T12:00:00Z',
  }
  const unsent = { ...reminder, reminder: 'after', mailed_at: null }
  await page.viewport(...phone)
  openReview({ answer_by: '2026-11-30', mails: [reminder, unsent, { ...mail, reminder: null }] })
  const text = 'Mailed to maria@shop.test, Nov 20, 2026, reminded Nov 28, 2026'
  await expect.element(item('Two boxes').getByText(text, { exact: true })).toBeVisible()
  expect(horizontalOverflow()).toBe(0)
})
