import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, today } from '../../lib/today.ts'
import { CLARA, openClient, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, expectDestructiveToast, expectToast, row, rows } from '../../testing/expect.ts'
import { FakeBackend, refusal } from '../../testing/fake-backend.ts'
import type { Row } from '../../testing/fake-table.ts'
import { ana, ben } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from './clients-route.tsx'

const CLIENTS = '/rest/v1/clients'
const COMPLETE = '/rest/v1/rpc/complete_contact'
const REOPEN = '/rest/v1/rpc/reopen_contact'
const yesterday = addDays(today(), -1)

/** Opens the list with these clients, of which the last one is the newest. */
function openList(clients: readonly Row[], at = '/dashboard/clients') {
  const none = { looked_after_by: null, manager: null, next_contact_on: null, next_contact_note: null }
  const backend = new FakeBackend({ clients: clients.map((client) => ({ email: 'a@shop.test', ...none, ...client })) })
  return Portal.open(backend, { screens: [{ path: '/dashboard/clients', Component: ClientsRoute }], at, as: ben })
}

const byAna = { looked_after_by: ana.id, manager: { display_name: 'Ana Reyes' } }

describe('[clients.md#next-contact] the list', () => {
  it('says below the name who looks after a client and what comes next, in red once the day is over', async () => {
    openList([
      { name: 'Free Client' },
      { name: 'Late Client', ...byAna, next_contact_on: yesterday, next_contact_note: 'Send the offer' },
      { name: 'Due Client', next_contact_on: today() },
      { name: 'Kept Client', ...byAna },
    ])
    await expect.element(row('Late Client')).toMatchTextContent(/Ana Reyes · .*: Send the offer, overdue/)
    const lineOf = (name: string) => row(name).element().querySelector('p:last-of-type')
    await expect.poll(() => lineOf('Late Client')?.className).toContain('text-danger')
    expect(lineOf('Kept Client')?.className).not.toContain('text-danger')
    await expect.element(row('Due Client')).not.toMatchTextContent('overdue')
    await expect.element(row('Free Client')).not.toMatchTextContent('·')
    await expectAccessible()
  })

  it('has the views Mine and To Contact, which take each other’s place and keep the search', async () => {
    const { backend } = openList([
      { name: 'Late Client', ...byAna, next_contact_on: yesterday },
      { name: 'Mine Alone', looked_after_by: ben.id, manager: { display_name: 'Ben Carter' } },
      { name: 'Early Client', ...byAna, next_contact_on: '2020-01-31' },
    ])
    await expect.element(rows().first()).toMatchTextContent('Early Client')
    const view = (name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
    await view('Mine').click()
    await expect.poll(() => rows().length).toBe(1)
    await expect.element(rows().first()).toMatchTextContent('Mine Alone')
    await view('To Contact').click()
    await expect.poll(() => rows().length).toBe(2)
    await expect.element(rows().first()).toMatchTextContent('Early Client')
    await expect.element(view('To Contact')).toHaveAttribute('aria-current', 'page')
    expect(backend.sent('GET', CLIENTS).at(-1)?.query).toMatchObject({
      next_contact_on: 'not.is.null',
      order: 'next_contact_on.asc,created_at.desc,id.asc',
    })
  })
})

function openClara(client: Row = {}) {
  const backend = withClara()
  for (const { id, name, agency_id, roles } of [ana, ben]) {
    backend
      .table('user_profiles')
      .insert({ id, display_name: name, agency_id, deactivated_at: null, user_roles: roles.map((role) => ({ role })) })
  }
  const none = { looked_after_by: null, manager: null, next_contact_on: null, next_contact_note: null }
  backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), { ...none, ...client })
  openClient(backend)
  return backend
}

const planned = { next_contact_on: yesterday, next_contact_note: 'Send the offer' }
const dialog = page.getByRole('dialog', { name: 'Contact done' })
const opener = page.getByRole('main').getByRole('button', { name: 'Done' })

describe('[client-page.md#next-contact] the page of a client', () => {
  it('gives it to a colleague in place, and plans the next contact', async () => {
    const backend = openClara()
    const select = page.getByRole('combobox', { name: 'Looked after by' })
    await expect.element(select.getByRole('option', { name: 'Ana Reyes' })).toBeInTheDocument()
    await select.selectOptions('Ana Reyes')
    await expectToast('Client updated')
    await page.getByRole('button', { name: 'Next contact: Not set' }).click()
    await page.getByLabelText('Next contact', { exact: true }).fill('2036-01-31')
    await page.getByRole('heading', { level: 1 }).click()
    await expect.element(opener).toBeVisible()
    expect(backend.sent('PATCH', CLIENTS).map(({ body }) => body)).toEqual([
      { looked_after_by: ana.id },
      { next_contact_on: '2036-01-31', next_contact_note: null },
    ])
    await expectAccessible()
  })

  it('[clients.md#done] asks what happened and what comes next, and undoes both together', async () => {
    const backend = openClara(planned)
    backend.answer('POST', COMPLETE, () => Response.json('written'))
    backend.answer('POST', REOPEN, () => new Response(null, { status: 204 }))
    await opener.click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog.getByText('Enter what happened.')).toBeVisible()
    await dialog.getByLabelText('What happened').fill('They want it.')
    await dialog.getByLabelText('What about').fill('Call again')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog.getByText('Choose a day for the next contact.')).toBeVisible()
    expect(backend.sent('POST', COMPLETE)).toEqual([])
    await dialog.getByLabelText('Next contact').fill('2036-01-31')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expectToast('Contact done', 'Clara Client')
    const contacts = {
      ...{ client: CLARA, due: yesterday, due_note: 'Send the offer' },
      ...{ next_on: '2036-01-31', next_note: 'Call again' },
    }
    expect(backend.sent('POST', COMPLETE).map(({ body }) => body)).toEqual([{ ...contacts, words: 'They want it.' }])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expectToast('Contact reopened')
    expect(backend.sent('POST', REOPEN).map(({ body }) => body)).toEqual([{ ...contacts, written: 'written' }])
  })

  it('[clients.md#done] says that a colleague was first, keeps what was typed, and finishes their contact after that', async () => {
    const backend = openClara(planned)
    const words = 'A colleague has changed the next contact since.'
    const accept = backend.answer('POST', COMPLETE, () => refusal(words, { status: 409, code: 'PT409' }))
    await opener.click()
    await dialog.getByLabelText('What happened').fill('They want it.')
    const theirs = { next_contact_on: '2020-01-31', next_contact_note: null }
    backend.table('clients').update(new URLSearchParams({ id: `eq.${CLARA}` }), theirs)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expectDestructiveToast('Contact not saved', words)
    await expect.element(dialog.getByLabelText('What happened')).toHaveValue('They want it.')
    accept()
    backend.answer('POST', COMPLETE, () => Response.json('written'))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expectToast('Contact done', 'Clara Client')
    expect(backend.sent('POST', COMPLETE).map(({ body }) => body)).toEqual([
      { client: CLARA, due: yesterday, due_note: 'Send the offer', words: 'They want it.' },
      { client: CLARA, due: '2020-01-31', words: 'They want it.' },
    ])
  })
})
