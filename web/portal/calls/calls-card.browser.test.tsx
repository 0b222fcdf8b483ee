import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import { CLARA, openClient, withClara } from '../../testing/client-scene.ts'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../testing/expect.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ben } from '../../testing/people.ts'
import { momentsOf } from './wall-time.ts'

const CALLS = '/rest/v1/calls'
const card = () => page.getByRole('region', { name: 'Calls' })
const dialog = () => page.getByRole('dialog')
const field = (name: string) => dialog().getByLabelText(name, { exact: true })
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

function openWith(...calls: Row[]) {
  const backend = withClara()
  for (const call of calls) backend.table('calls').insert({ id: 'call', client_id: CLARA, ...call })
  openClient(backend)
  return backend
}

it('[client-page.md#calls] plans a call at a time that exists, and asks which one where the clocks show it twice', async () => {
  const backend = openWith()
  const days = Array.from({ length: 366 }, (_, ahead) => addDays(today(), ahead + 2))
  const night = (time: string, moments: number) =>
    days.find((day) => momentsOf(day, time, 'America/New_York').length === moments) ?? ''
  await card().getByRole('button', { name: 'Call on…' }).click()
  await expect.element(dialog()).toMatchTextContent('clara@client.test gets an invitation by email')
  await field('Time zone').selectOptions('America/New_York')
  await field('Day').fill(night('02:30', 0))
  await field('Time').fill('02:30')
  await dialog().getByRole('button', { name: 'Plan Call' }).click()
  await expect.element(dialog()).toMatchTextContent('The clocks skip this time on that day.')
  const day = night('01:30', 2)
  await field('Day').fill(day)
  await field('Time').fill('01:30')
  await dialog().getByRole('button', { name: 'Plan Call' }).click()
  await expect.element(dialog()).toMatchTextContent('The clocks show this time twice. Choose one.')
  await field('Which one').selectOptions('second')
  await expectAccessible()
  await dialog().getByRole('button', { name: 'Plan Call' }).click()
  await expectToast('Call planned')
  const starts_at = momentsOf(day, '01:30', 'America/New_York')[1]?.toISOString()
  expect(backend.sent('POST', CALLS).map(({ body }) => body)).toEqual([
    { starts_at, time_zone: 'America/New_York', minutes: 30, staff_id: ben.id, note: null, client_id: CLARA },
  ])
})

it('[client-page.md#calls] refuses a time that has passed, and moves and cancels what nobody else has changed', async () => {
  const backend = openWith({ starts_at: hours(50), note: 'About the menu' })
  await card()
    .getByRole('button', { name: /^Change the call/ })
    .click()
  await field('Day').fill(addDays(today(), -1))
  await dialog().getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(dialog()).toMatchTextContent('This time has passed.')
  await field('Day').fill(addDays(today(), 9))
  await dialog().getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Call changed')
  backend.table('calls').update(new URLSearchParams({ id: 'eq.call' }), { sequence: 7 })
  await card()
    .getByRole('button', { name: /^Cancel Call/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Call' }).click()
  await expectDestructiveToast('Nothing changed', 'A colleague has changed it since.')
  expect(backend.table('calls').rows[0]).toMatchObject({ state: 'planned' })
})

it('[client-page.md#calls] gives a call back to nobody who has handed it over since the form was opened', async () => {
  const backend = openWith({ starts_at: hours(50), staff_id: ben.id })
  await card()
    .getByRole('button', { name: /^Change the call/ })
    .click()
  await field('Day').fill(addDays(today(), 9))
  backend.table('calls').update(new URLSearchParams({ id: 'eq.call' }), { staff_id: null })
  await dialog().getByRole('button', { name: 'Save Changes' }).click()
  await expectDestructiveToast('Nothing changed', 'A colleague has changed it since.')
  expect(backend.table('calls').rows[0]).toMatchObject({ staff_id: null })
})

it('[client-page.md#calls] asks whether they came once the time has come, within a narrow phone', async () => {
  await page.viewport(...phone)
  const backend = openWith({ starts_at: hours(-2), note: 'M'.repeat(1000) })
  await expect.element(card().getByRole('button', { name: /^Change the call/ })).not.toBeInTheDocument()
  expect(horizontalOverflow()).toBe(0)
  await card()
    .getByRole('button', { name: /^They came/ })
    .click()
  await expectToast('Call noted')
  expect(backend.table('calls').rows[0]).toMatchObject({ state: 'came' })
  await expect.element(card().getByRole('button', { name: /^Did not come/ })).toBeVisible()
})

it('[client-page.md#calls] lists what is planned from the next one on, and of the others the latest until all are asked for', async () => {
  const named = (note: string, at: number, state = 'planned') => ({ id: note, starts_at: hours(at), note, state })
  openWith(
    ...[named('far', 900), named('next', 3), named('unanswered', -1)],
    ...[
      named('called off', 700, 'cancelled'),
      named('yesterday', -24, 'came'),
      named('long ago', -900, 'did not come'),
    ],
  )
  const items = card().getByRole('listitem')
  await expect.element(items.nth(3)).toMatchTextContent(/called off/)
  const order = ['unanswered', 'next', 'far', 'called off']
  expect(items.elements().map(({ textContent }) => order.find((note) => textContent.includes(note)))).toEqual(order)
  await card().getByRole('button', { name: 'Earlier Calls' }).click()
  await expect.element(items.nth(4)).toMatchTextContent(/yesterday/)
  await expect.element(items.nth(5)).toMatchTextContent(/long ago/)
})

it('[client-page.md#calls] keeps a long name within the dialog, and what was typed after Escape', async () => {
  await page.viewport(...phone)
  const backend = openWith()
  backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), { name: 'D'.repeat(80) })
  await card().getByRole('button', { name: 'Call on…' }).click()
  await expect.element(dialog()).toBeVisible()
  expect(dialog().element().scrollWidth).toBe(dialog().element().clientWidth)
  expect(horizontalOverflow()).toBe(0)
  await field('Note').fill('About the menu')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await card().getByRole('button', { name: 'Call on…' }).click()
  await expect.element(field('Note')).toHaveValue('About the menu')
})
