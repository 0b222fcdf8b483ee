import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast, expectToast, row } from '../../testing/expect.ts'
import { FakeBackend, noAnswer, refusal } from '../../testing/fake-backend.ts'
import { ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from './clients-route.tsx'

const CLIENTS = '/rest/v1/clients'
const GUS = 'c0000000-0000-4000-8000-000000000001'

async function ask() {
  const backend = new FakeBackend({
    clients: [
      { id: GUS, name: 'Gus Gone', email: 'gus@shop.test' },
      { name: 'Stan Stays', email: 'stan@shop.test' },
    ],
  })
  Portal.open(backend, {
    screens: [{ path: '/dashboard/clients', Component: ClientsRoute }],
    at: '/dashboard/clients',
    as: ben,
  })
  await remove().click()
  await expect
    .element(question())
    .toMatchTextContent(/all associated projects and data are removed, and planned calls are cancelled by email/)
  return backend
}

const remove = () => row('Gus Gone').getByRole('button', { name: 'Delete Gus Gone' })
const question = () => page.getByRole('alertdialog')
const confirm = () => question().getByRole('button', { name: 'Delete' })

it('asks before it deletes a client, and Cancel changes nothing', async () => {
  const backend = await ask()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(remove()).toHaveFocus()
  expect(backend.sent('DELETE', CLIENTS)).toEqual([])
})

it('removes it once, however often it is clicked, and goes on at the heading', async () => {
  const backend = await ask()
  await confirm().dblClick()
  await expectToast('Client deleted')
  expect(backend.sent('DELETE', CLIENTS).map(({ query }) => query)).toEqual([{ id: `eq.${GUS}`, select: 'id' }])
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'Clients (1)' })).toBeVisible()
  await expect.element(row('Gus Gone')).not.toBeInTheDocument()
  await expect.element(row('Stan Stays')).toBeVisible()
})

it.each([
  ['the server’s message', () => refusal('It is nailed down'), 'It is nailed down'],
  ['a sentence of its own', noAnswer, 'Failed to delete client. Please try again.'],
])('says with %s why it failed, and the client stays', async (_what, answer, said) => {
  const backend = await ask()
  backend.answer('DELETE', CLIENTS, answer)
  await confirm().click()
  await expectDestructiveToast('Delete failed', said)
  await expect.element(row('Gus Gone')).toBeInTheDocument()
})

it('[recently-deleted.md#undo] offers to take it back at once', async () => {
  const backend = await ask()
  await confirm().click()
  await expect.element(row('Gus Gone')).not.toBeInTheDocument()
  backend.answer('POST', '/rest/v1/rpc/bring_back', ({ body }) => {
    expect(body).toEqual({ subjects: [GUS] })
    backend.table('clients').rows.push({ id: GUS, name: 'Gus Gone', email: 'gus@shop.test', agency_id: north })
    return Response.json(1)
  })
  backend.answer('POST', '/functions/v1/settle-deleted', () => Response.json({ success: true }))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Brought back')
  await expect.element(row('Gus Gone')).toBeVisible()
})
