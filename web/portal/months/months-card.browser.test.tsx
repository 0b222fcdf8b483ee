import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { monthName } from '../../for-clients/month-words.ts'
import { CLARA, openClient, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, phone } from '../../testing/expect.ts'
import { type FakeBackend, refusal } from '../../testing/fake-backend.ts'
import { currentMonth, monthBefore } from './month.ts'

const [now, last] = [currentMonth(), monthBefore(currentMonth())]
const listed = (month: string, row: object = {}) => ({
  ...{ month, happened: 2, requested_at: null, mailed_at: null, is_left_out: false, is_edited: false },
  ...row,
})
const content = {
  ...{ month: last.slice(0, 7), is_over: true, words: null, what_next: null, numbers: [], plan: null },
  delivered: [{ title: 'New menu', project: 'Website', type: 'progress', at: `${last}T12:00:00Z` }],
  ...{ milestones: [], answers: [], more_delivered: 0, more_milestones: 0, more_answers: 0, reviews: [], projects: [] },
  ...{ edited: [], edited_at: null },
}

let backend: FakeBackend
let asked: Map<string, unknown>[]
let mailed: unknown[]
beforeEach(() => {
  backend = withClara()
  const agency = { name: 'North', logo_url: null, email: null, phone: null, website_url: null }
  backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), { agency })
  asked = []
  mailed = []
  backend
    .table('client_months')
    .insert({ client_id: CLARA, month: monthBefore(last), numbers: [{ name: 'Calls', value: 35 }] })
  backend.answer('GET', '/rest/v1/rpc/months_of_client', () => Response.json([listed(now), listed(last)]))
  backend.answer('POST', '/rest/v1/rpc/client_month', ({ body }) => {
    asked.push(new Map(Object.entries(body ?? {})))
    return Response.json(content)
  })
  backend.answer('POST', '/rest/v1/rpc/mail_client_month', ({ body }) => {
    mailed.push(body)
    return new Response(null, { status: 204 })
  })
  backend.answer('POST', '/functions/v1/mail-clients', () => Response.json({ success: true }))
})

const card = () => page.getByRole('region', { name: 'Months' })
const dialog = () => page.getByRole('dialog', { name: monthName(last) })
const preview = () => page.frameLocator(page.getByTitle('What the client will see'))

it('[client-page.md#months] writes about a month, with the names of last month’s numbers, and previews what is typed', async () => {
  openClient(backend)
  await expect.element(card()).toMatchTextContent('So far')
  await card()
    .getByRole('button', { name: `Write about ${monthName(last)}` })
    .click()
  await expect.element(dialog().getByLabelText('Name of number 1')).toHaveValue('Calls')
  await dialog().getByLabelText('Value of number 1').fill('42')
  await dialog().getByLabelText('In your words').fill('A good month.')
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Preview' }).click()
  await expect.element(preview().getByText('A good month.')).toBeVisible()
  await expect.element(preview().getByText('New menu')).toBeVisible()
  expect(asked.at(-1)?.get('numbers')).toEqual([{ name: 'Calls', value: 42 }])
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Month saved')).toBeVisible()
  expect(backend.table('client_months').rows[0]).toMatchObject({
    ...{ client_id: CLARA, month: last, words: 'A good month.', what_next: null },
    numbers: [{ name: 'Calls', value: 42 }],
  })
})

it('[client-page.md#months] shows a mailed month as it was mailed, and says that Mail Again brings it up to date', async () => {
  const sent = { requested_at: `${now}T09:00:00Z`, mailed_at: `${now}T09:00:05Z`, is_edited: true }
  backend.answer('GET', '/rest/v1/rpc/months_of_client', () => Response.json([listed(now), listed(last, sent)]))
  openClient(backend)
  await expect.element(card()).toMatchTextContent(/Mailed .*, edited/)
  await card()
    .getByRole('button', { name: `Preview: ${monthName(last)}` })
    .click()
  await expect.element(dialog()).toMatchTextContent('as it was mailed. Mail Again brings it up to date')
  await dialog().getByRole('button', { name: 'Mail Again' }).click()
  await expect.element(page.getByText('Month is being mailed')).toBeVisible()
  expect(mailed).toEqual([{ client: CLARA, month: last }])
})

describe('[client-page.md#months] a month about which two people write at once', () => {
  const months = () => backend.table('client_months')
  const words = () => dialog().getByLabelText('In your words')
  const alert = () => dialog().getByRole('status').filter({ hasText: 'Someone else changed this month' })
  const press = (name: string) => dialog().getByRole('button', { name }).click()

  async function openForm() {
    openClient(backend, `/dashboard/clients/${CLARA}?month=${last.slice(0, 7)}`)
    await expect.element(words()).toBeVisible()
  }

  it('is saved by the second one knowingly over the first', async () => {
    const [row] = months().insert({ client_id: CLARA, month: last, words: 'Good.', what_next: null, numbers: [] })
    await openForm()
    await words().fill('Mine')
    months().update(new URLSearchParams({ id: `eq.${row?.id}` }), { words: 'Theirs' })
    await press('Save')
    await expect.element(alert()).toBeVisible()
    expect(months().rows[0]).toMatchObject({ words: 'Theirs' })
    await expect.element(words()).toHaveValue('Mine')
    await press('Keep My Changes')
    await expect.element(page.getByText('Month saved')).toBeVisible()
    expect(months().rows[0]).toMatchObject({ words: 'Mine' })
  })

  it('shows the words of the first one where both began it', async () => {
    await openForm()
    await words().fill('Mine')
    months().insert({ client_id: CLARA, month: last, words: 'Theirs', what_next: null, numbers: [] })
    backend.answer('POST', '/rest/v1/client_months', () => refusal('Taken', { status: 409, code: '23505' }))
    await press('Save')
    await expect.element(alert()).toBeVisible()
    await press('Discard My Changes')
    await expect.element(words()).toHaveValue('Theirs')
    await expect.element(alert()).not.toBeInTheDocument()
  })
})

it('[client-page.md#months] mails a month after showing it, and is opened at one by its address', async () => {
  openClient(backend, `/dashboard/clients/${CLARA}?month=${last.slice(0, 7)}`)
  await expect.element(dialog().getByLabelText('In your words')).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await card()
    .getByRole('button', { name: `Mail the Month: ${monthName(last)}` })
    .click()
  await expect.element(dialog()).toMatchTextContent('goes to clara@client.test')
  await expect.element(preview().getByText('New menu')).toBeVisible()
  await page.viewport(...phone)
  await expect.element(dialog().getByRole('button', { name: 'Mail the Month' })).toBeInViewport({ ratio: 1 })
  await dialog().getByRole('button', { name: 'Mail the Month' }).click()
  await expect.element(page.getByText('Month is being mailed')).toBeVisible()
  expect(mailed).toEqual([{ client: CLARA, month: last }])
})

it('[client-page.md#months] offers to mail a month in which nothing happened only once something is written about it', async () => {
  backend.answer('GET', '/rest/v1/rpc/months_of_client', () =>
    Response.json([listed(now), listed(last, { happened: 0 }), listed(monthBefore(last), { happened: 0 })]),
  )
  openClient(backend)
  await card().getByRole('button', { name: 'Earlier Months' }).click()
  const buttonsOf = (name: string) =>
    card()
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button')
      .elements()
      .map((button) => button.textContent)
  // Something is written about the month before last.
  expect(buttonsOf(monthName(last))).toEqual(['Write'])
  expect(buttonsOf(monthName(monthBefore(last)))).toEqual(['Write', 'Mail the Month'])
})

it('[client-page.md#months] is mailed by itself only where somebody turns that on', async () => {
  openClient(backend)
  const byItself = card().getByRole('switch', { name: 'By Itself on the 3rd' })
  await expect.element(byItself).not.toBeChecked()
  await byItself.click()
  await expect.element(page.getByText('Months are mailed by themselves')).toBeVisible()
  expect(backend.table('clients').rows[0]).toMatchObject({ months_from: expect.stringMatching(/^\d{4}-\d{2}-01$/) })
  await expect.element(page.getByText('Not while the client is')).not.toBeInTheDocument()
})

it('[client-page.md#months] says that a client who is paused gets none by itself', async () => {
  backend
    .table('clients')
    .update(new URLSearchParams({ id: `eq.${CLARA}` }), { months_from: last, prospect_status: 'paused' })
  openClient(backend)
  await expect.element(card().getByText('Not while the client is paused.')).toBeVisible()
})
