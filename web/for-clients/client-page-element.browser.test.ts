import './client-page-element.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectTexts, horizontalOverflow } from '../testing/expect.ts'
import { FakeBackend } from '../testing/fake-backend.ts'
import type { ClientPageData, ShownUpdate } from './client-page-data.ts'

const FUNCTION = '/functions/v1/for-client'
const TOKEN = 'T'.repeat(43)

const update: ShownUpdate = {
  ref: 'aaaa',
  project: 'New boxes',
  title: 'Two boxes',
  content: 'Which one?\nSee https://shop.test/boxes.',
  type: 'review',
  is_milestone: false,
  at: '2026-11-02T12:00:00Z',
  edited_at: '2026-11-03T12:00:00Z',
  answer_by: null,
  files: [
    { ref: 'f1', name: 'Box.png', type: 'image/png', size: 240_000 },
    { ref: 'f2', name: 'Offer.pdf', type: 'application/pdf', size: 3_100_000 },
  ],
  answer: null,
}
const data: ClientPageData = {
  client: 'Harbor Bakery',
  agency: { name: 'North', logo_url: null, email: 'hello@north.test', phone: '+1 555 0100', website_url: 'north.test' },
  expires_at: '2026-12-23T12:00:00Z',
  person: null,
  may_ask: false,
  asked: [],
  wanted: [],
  months: [],
  plan: null,
  projects: [
    { name: 'New boxes', status: 'review' },
    { name: 'Care plan', status: 'on_hold' },
  ],
  milestones: [{ title: 'The pages are live', at: '2026-08-07T12:00:00Z' }],
  waiting: [{ ref: 'aaaa', page: 1 }],
  count: 2,
  page: 1,
  pages: 1,
  updates: [update, { ...update, ref: 'bbbb', title: 'The menu', type: 'delivery', files: [], edited_at: null }],
}

let backend: FakeBackend
let shown: ClientPageData
const before = location.href
beforeEach(() => {
  backend = new FakeBackend()
  shown = data
  globalThis.fetch = backend.fetch
  history.replaceState(null, '', `/for/${TOKEN}`)
  backend.answer('POST', FUNCTION, ({ body }) => {
    const asked = new Map(Object.entries(body ?? {}))
    if (asked.has('file')) return new Response(new Blob(['PNG'], { type: 'image/png' }))
    if (!asked.has('update')) return Response.json(shown)
    if (asked.get('name') === '') return Response.json({ outcome: 'nameless' })
    const answer = { answer: 'approved', comment: null, name: String(asked.get('name')), at: update.at } as const
    const [first = update, ...others] = shown.updates
    shown = { ...shown, updates: [{ ...first, answer }, ...others] }
    return Response.json({ outcome: 'stored' })
  })
})
afterEach(() => {
  document.querySelector('client-page')?.remove()
  history.replaceState(null, '', before)
  expect(backend.problems).toEqual([])
})

const open = () => document.body.appendChild(document.createElement('client-page'))
const titles = () => page.getByRole('article').getByRole('heading', { level: 3 })
const answers = () => page.getByRole('form', { name: 'Your answer to Two boxes' })

describe('[for-clients.md#shown] a client’s page', () => {
  it.each([320, 390, 1280])('has what they may see, %i px wide', async (width) => {
    await page.viewport(width, 900)
    open()
    await expectTexts(titles(), ['Two boxes', 'The menu'])
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Harbor Bakery')
    await expect.element(page.getByRole('link', { name: 'One update is waiting for your answer' })).toBeVisible()
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Care plan' })).toMatchTextContent('On hold')
    await expect.element(page.getByText(/It is there until Dec 23, 2026/)).toBeVisible()
    expect(horizontalOverflow()).toBe(0)
    await expectAccessible()
    const [call] = backend.sent('POST', FUNCTION)
    expect(call?.body).toEqual({ token: TOKEN, page: 1 })
  })

  it('[for-clients.md#plan] says what they had of their plan, where the agency shows it', async () => {
    shown = { ...data, plan: { plans: ['Growth AI'], counted: 5 } }
    open()
    await expect.element(page.getByText('Growth AI: 5 of 4 content updates this month')).toBeVisible()
    await expectAccessible()
  })

  it('fetches its files without a token in any address', async () => {
    open()
    const picture = page.getByRole('img', { name: 'Box.png' })
    await expect.poll(() => picture.element().getAttribute('src')).toMatch(/^blob:/)
    expect(backend.sent('POST', FUNCTION).map(({ body }) => body)).toContainEqual({
      token: TOKEN,
      file: 'f1',
      size: 'small',
    })
    expect(backend.calls.some(({ path }) => path.includes(TOKEN))).toBe(false)
  })
})

it('[for-clients.md#shown] leads to a review that waits on a later page, and stays there when that is answered', async () => {
  shown = { ...data, waiting: [{ ref: 'aaaa', page: 2 }], pages: 2, updates: data.updates.slice(1) }
  open()
  const waiting = page.getByRole('link', { name: 'One update is waiting for your answer' })
  await expect.element(waiting).toHaveAttribute('href', `/for/${TOKEN}?page=2#update-aaaa`)
  document.querySelector('client-page')?.remove()
  history.replaceState(null, '', `/for/${TOKEN}?page=2`)
  shown = { ...shown, page: 2, updates: [{ ...update, files: [] }] }
  open()
  await expect.element(waiting).toHaveAttribute('href', '#update-aaaa')
  await answers().getByLabelText('Your name').fill('Maria')
  await answers().getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved by Maria, Nov 2, 2026')).toBeVisible()
  expect(backend.sent('POST', FUNCTION).at(-1)?.body).toEqual({ token: TOKEN, page: 2 })
})

it('[for-clients.md#answers] has the name of the person whose link it is filled in', async () => {
  shown = { ...data, person: 'Tom Baker' }
  open()
  await expect.element(answers().getByLabelText('Your name')).toHaveValue('Tom Baker')
})

it('[for-clients.md#answers] takes an answer, and keeps what was typed where it lacks something', async () => {
  open()
  await answers()
    .getByLabelText(/^Comment/)
    .fill('Fine!')
  await answers().getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Please enter your name')
  await expect.element(answers().getByLabelText(/^Comment/)).toHaveValue('Fine!')
  await answers().getByLabelText('Your name').fill('Maria')
  await answers().getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved by Maria, Nov 2, 2026')).toBeVisible()
  await expect.element(answers()).not.toBeInTheDocument()
})

it.each([
  ['2999-11-30', 'Please answer by Nov 30, 2999'],
  ['2020-11-30', 'This was wanted by Nov 30, 2020'],
  [`${new Date().toISOString().slice(0, 4)}-12-31`, 'Please answer by Dec 31'],
])('[for-clients.md#answers] says by which day an answer is wanted: %s', async (answer_by, text) => {
  shown = { ...data, updates: [{ ...update, answer_by }] }
  open()
  await expect.element(answers().getByText(text, { exact: true })).toBeVisible()
  await expectAccessible()
  await answers().getByLabelText('Your name').fill('Maria')
  await answers().getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved by Maria, Nov 2, 2026')).toBeVisible()
  await expect.element(page.getByText(text)).not.toBeInTheDocument()
})

it('[for-clients.md#opened] says that a colleague’s preview is one', async () => {
  history.replaceState(null, '', `/for/${TOKEN}?preview`)
  open()
  await expectTexts(titles(), ['Two boxes', 'The menu'])
  expect(backend.sent('POST', FUNCTION)[0]?.body).toEqual({ token: TOKEN, preview: true, page: 1 })
})

it('[for-clients.md#damaged-links] leads to the page by a link that a mail client has lengthened', async () => {
  history.replaceState(null, '', `/for/${TOKEN}.%20?page=2`)
  open()
  await expectTexts(titles(), ['Two boxes', 'The menu'])
  expect(location.pathname + location.search).toBe(`/for/${TOKEN}?page=2`)
  expect(backend.sent('POST', FUNCTION)[0]?.body).toEqual({ token: TOKEN, page: 2 })
})

it('says so where nothing answers', async () => {
  backend.answer('POST', FUNCTION, () => new Response('away', { status: 503 }))
  open()
  await expect.element(page.getByText(/This page cannot be shown right now/)).toBeVisible()
})

it('[for-clients.md#failures] keeps an answer that nobody took', async () => {
  open()
  await answers().getByLabelText('Your name').fill('Maria')
  backend.answer('POST', FUNCTION, () => new Response('away', { status: 503 }))
  await answers().getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your answer could not be saved right now.')
  await expect.element(answers().getByLabelText('Your name')).toHaveValue('Maria')
  await page.getByRole('link', { name: 'Download Offer.pdf' }).click()
  await expect.element(page.getByText('It is not loading right now. Please try again.')).toBeVisible()
})

it('leaves a page alone that the server has filled', async () => {
  const filled = document.createElement('client-page')
  filled.innerHTML = '<h1>Filled</h1>'
  document.body.append(filled)
  await expect.element(page.getByRole('heading', { name: 'Filled' })).toBeVisible()
  expect(backend.calls).toEqual([])
})
