import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectTexts, phone } from '../../testing/expect.ts'
import { refusal } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import {
  bubbles,
  enter,
  field,
  filledIn,
  HISTORY,
  ONLINE,
  openMessages,
  pageOf,
  say,
  status,
} from '../../testing/scripted-chat.ts'

it('sends by Enter what is not empty, trimmed; Shift+Enter starts a line; twice Enter sends once', async () => {
  const { chat } = await enter()
  await say('   ')
  await field().fill('  one')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}two  {Enter}{Enter}')
  expect(await chat.waitFor('message', 1)).toEqual([
    {
      type: 'message',
      content: 'one\ntwo',
      messageType: 'text',
      metadata: { clientId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    },
  ])
  await expect.element(field()).toHaveValue('')
  await expect.element(field()).toHaveFocus()
  await expect.element(bubbles().last()).toMatchTextContent('Sending...')
})

it('sends again what was on its way when the connection fell, and shows it once also where it had arrived', async () => {
  const rows: Row[] = []
  const { chat } = await enter(rows)
  await say('arrived')
  await say('lost')
  const [arrived, lost] = await chat.waitFor('message', 2)
  rows.push({ id: 'm1', content: 'arrived', created_at: new Date().toISOString(), metadata: arrived?.metadata })
  await chat.cutAndReturn()
  // A message that had arrived before the disconnection is sent again too: the server that stored it may not have told
  // the others.
  expect((await chat.waitFor('message', 4)).slice(2)).toEqual([arrived, lost])
  const lostRow = { id: 'm2', content: 'lost', created_at: new Date().toISOString(), metadata: lost?.metadata }
  for (const row of [...rows, lostRow]) chat.deliver({ type: 'new_message', message: filledIn(row) })
  await expect.element(page.getByText('Sending...')).not.toBeInTheDocument()
  await expect.element(bubbles()).toHaveLength(2)
})

it('keeps over a reload what was not sent yet, and what is being written', async () => {
  const { chat, portal } = await enter()
  await say('on its way')
  await field().fill('half a sent')
  const [sent] = await chat.waitFor('message', 1)
  portal.reload()
  await expect.element(field()).toHaveValue('half a sent')
  expect((await chat.waitFor('message', 2)).at(-1)).toEqual(sent)
})

it('[messages.md#failures] says beside a refused message why it was refused, and it can be sent again or given up', async () => {
  const { chat } = await enter()
  for (const text of ['first', 'second']) await say(text)
  await chat.waitFor('message', 2)
  chat.deliver({ type: 'error', message: 'Too many messages.' })
  await expect.element(bubbles().first()).toMatchTextContent('Not sent. Too many messages.')
  await expect.element(bubbles().last()).toMatchTextContent('Sending...')
  chat.deliver({ type: 'error', message: 'The message was not stored.' })
  await expect.element(bubbles().last()).toMatchTextContent('Not sent. The message was not stored.')
  await expect.element(bubbles().first()).toMatchTextContent('Not sent. Too many messages.')

  await page.getByRole('button', { name: 'Discard' }).last().click()
  await expect.element(bubbles()).toHaveLength(1)
  await expect.element(bubbles()).toMatchTextContent(/^You:\s*first/)
  await page.getByRole('button', { name: 'Send again' }).click()
  const [first, , again] = await chat.waitFor('message', 3)
  expect(again).toEqual(first)
  await expect.element(bubbles()).toMatchTextContent('Sending...')
})

it('only logs that a history does not load', async () => {
  const { backend } = openMessages()
  backend.answer('GET', HISTORY, () => refusal('broken'))
  await expect.element(status()).toHaveTextContent('Connected')
  await expect.poll(() => backend.sent('GET', HISTORY).length).toBeGreaterThan(0)
  await expect.element(field()).toBeEnabled()
  await expect.element(page.getByRole('main').getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByText('No messages yet. Say hello.')).not.toBeInTheDocument()
})

it('reads a colleague’s message out politely, and not the history', async () => {
  const { chat } = await enter([{ id: 'old', content: 'said before', created_at: '2026-03-01T09:05:00-05:00' }])
  const log = page.getByRole('log', { name: 'New messages' })
  await expect.element(bubbles()).toHaveLength(1)
  await expect.element(log).toBeEmptyDOMElement()
  const message = filledIn({ id: 'new', content: 'Good morning', created_at: new Date().toISOString() })
  chat.deliver({ type: 'new_message', message })
  await expect.element(log).toMatchTextContent(/^Ben Carter: Good morning$/)
  await expect.element(log).toHaveAttribute('aria-live', 'polite')
})

it('[messages.md#reading] asks for the history by room, at most 100, and for who is online', async () => {
  const { backend } = await enter()
  await expect.poll(() => backend.sent('GET', HISTORY)[0]?.query).toMatchObject({ room_id: 'eq.general', limit: '100' })
  const present = { room_id: 'eq.general', is_online: 'eq.true' }
  await expect.poll(() => backend.sent('GET', ONLINE)[0]?.query).toMatchObject(present)
})

it('[messages.md#messages] leaves room to write on a phone, however long the name of a colleague', async () => {
  await page.viewport(...phone)
  const sender = { display_name: 'x'.repeat(120), avatar_url: null }
  await enter([{ id: 'm1', content: 'Hello', created_at: '2026-03-01T09:05:00-05:00', sender }])
  await expect.element(bubbles()).toMatchTextContent('x'.repeat(120))
  await field().fill('Hello')
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
})

it('[messages.md#missed-messages] says what is missing and fetches it, from between and from the end, and then that nothing is', async () => {
  const now = new Date().toISOString()
  const rows: Row[] = [1, 2].map((number) => ({ id: `${number}`, content: `Message ${number}`, created_at: now }))
  const { chat, backend } = await enter(rows)
  await expect.element(page.getByText('Up to date')).toBeVisible()
  const later = [3, 4, 5, 6].map((number) => ({ id: `${number}`, content: `Message ${number}`, created_at: now }))
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
  backend.answer('GET', HISTORY, async ({ query }) => {
    await goOn
    return Response.json(pageOf([...rows, ...later], query, chat))
  })
  chat.deliver({ type: 'new_message', message: { ...filledIn({ ...later[3], id: '6' }), number: 6 } })
  await expect.element(page.getByText('3 missing, fetching')).toBeVisible()
  letGo()
  await expect.element(page.getByText('Up to date')).toBeVisible()
  const words = [1, 2, 3, 4, 5, 6].map((number) => `Message ${number}`)
  await expectTexts(bubbles().getByText(/^Message \d$/), words)
})

it('[messages.md#missed-messages] fetches what lies between the known messages and an earlier one that a colleague has edited', async () => {
  const now = new Date().toISOString()
  const rows: Row[] = Array.from({ length: 150 }, (_, index) => ({
    id: `${index + 1}`,
    content: `Message ${index + 1}`,
    created_at: now,
  }))
  const { chat } = await enter(rows)
  await expect.element(page.getByText('Up to date')).toBeVisible()
  const edited = { ...filledIn({ ...rows[45], content: 'Corrected', edited_at: now }), number: 46 }
  chat.deliver({ type: 'message_changed', message: edited })
  await expect.element(bubbles().getByText('Corrected')).toBeInTheDocument()
  await expect.element(page.getByText('Up to date')).toBeVisible()
  await expect.element(bubbles()).toHaveLength(105)
})
