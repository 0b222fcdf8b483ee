import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectToast, horizontalOverflow, phone } from '../../testing/expect.ts'
import { north } from '../../testing/people.ts'
import { openProfile, withNorth } from '../../testing/profile-scene.ts'

const card = () => page.getByRole('region', { name: 'For Programs' })

const hook = {
  id: 'e0000000-0000-4000-8000-000000000001',
  agency_id: north,
  name: 'Zapier: new enquiries',
  url: 'https://hooks.zapier.test/hooks/catch/1/2',
  events: ['enquiry.created'],
  is_paused: true,
  paused_because: 'gone',
}
const delivery = {
  id: 'e0000000-0000-4000-8000-000000000002',
  webhook_id: hook.id,
  type: 'enquiry.created',
  delivered_at: null,
  next_try_at: '2026-01-01T00:00:00Z',
  last_status: 503,
  last_answer: 'Come back later',
}

it('[webhooks.md#delivery] lists webhooks with the last answers of their receivers, once an admin asks for them', async () => {
  await page.viewport(...phone)
  const backend = withNorth()
  backend.table('webhooks').insert(hook)
  backend.table('webhook_deliveries').insert(delivery)
  const givenUp = { id: 'e0000000-0000-4000-8000-000000000003', next_try_at: null, last_status: 400, last_answer: 'No' }
  backend.table('webhook_deliveries').insert({ ...delivery, ...givenUp })
  openProfile(backend)
  await card().getByRole('button', { name: 'Show Webhooks' }).click()
  await expect.element(card().getByRole('listitem')).toMatchTextContent('Paused: its receiver says that it is gone.')
  await card().getByRole('button', { name: 'Events of Zapier: new enquiries' }).click()
  await expect.element(card()).toMatchTextContent(/New enquiry · Waiting.*503 Come back later/)
  await expect.element(card()).toMatchTextContent(/New enquiry · Given up.*400 No/)
  await expectAccessible()
  expect(horizontalOverflow()).toBe(0)
})

it('[webhooks.md#delivery] shows the secret of a new webhook once', async () => {
  const backend = withNorth()
  backend.answer('POST', '/functions/v1/webhooks', () => Response.json({ id: hook.id, secret: 'whsec_c2VjcmV0' }))
  openProfile(backend)
  await card().getByRole('button', { name: 'Show Webhooks' }).click()
  await card().getByRole('button', { name: 'Add Webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabelText('Name').fill('n8n')
  await form.getByLabelText('Address').fill('https://n8n.test/hook')
  await form.getByRole('checkbox', { name: 'Step done' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByLabelText('Secret', { exact: true })).toHaveValue('whsec_c2VjcmV0')
  await userEvent.keyboard('{Escape}')
  expect(backend.sent('POST', '/functions/v1/webhooks')[0]?.body).toEqual({
    save: {
      agency: north,
      name: 'n8n',
      url: 'https://n8n.test/hook',
      events: ['enquiry.created', 'client.added', 'update.published', 'client.answered'],
    },
  })
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

const KEYS = '/rest/v1/program_keys'
const key = {
  id: 'e0000000-0000-4000-8000-000000000003',
  agency_id: north,
  name: 'Zapier',
  scope: 'write',
  created_at: '2026-11-02T12:00:00Z',
  last_used_on: '2026-11-28',
  revoked_at: null,
}

it('[program-keys.md#keys] lists keys once an admin asks for them, and ends one', async () => {
  await page.viewport(...phone)
  const backend = withNorth()
  backend.table('program_keys').insert(key)
  backend
    .table('program_keys')
    .insert({ ...key, id: hook.id, name: 'Longname'.repeat(12), scope: 'read', revoked_at: '2026-11-03T12:00:00Z' })
  openProfile(backend)
  await card().getByRole('button', { name: 'Show Keys' }).click()
  const items = card().getByRole('listitem')
  await expect
    .element(items.filter({ hasText: 'Zapier' }))
    .toMatchTextContent(/Read and write · Added Nov 2, 2026.* · Last used Nov 28, 2026/)
  await expect.element(items.filter({ hasText: 'Longname' })).toMatchTextContent(/Revoked/)
  await expectAccessible()
  expect(horizontalOverflow()).toBe(0)
  await card().getByRole('button', { name: 'Revoke Zapier' }).click()
  await page.getByRole('alertdialog', { name: 'Revoke key?' }).getByRole('button', { name: 'Revoke' }).click()
  await expectToast('Key revoked')
  expect(backend.sent('PATCH', KEYS)[0]?.body).toEqual({ revoked_at: expect.any(String) })
})

it('[program-keys.md#keys] shows a new key once', async () => {
  const backend = withNorth()
  const secret = `ms_${'s'.repeat(43)}`
  backend.answer('POST', '/rest/v1/rpc/make_program_key', () => Response.json({ id: key.id, secret }))
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  openProfile(backend)
  await card().getByRole('button', { name: 'Show Keys' }).click()
  await expect.element(card()).toMatchTextContent(/Address: http.*\/functions\/v1\/for-programs.*No keys yet\./)
  await card().getByRole('button', { name: 'Add Key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabelText('Name').fill('Zapier')
  await form.getByLabelText('May').selectOptions('Read and write')
  await form.getByRole('button', { name: 'Add Key' }).click()
  const made = page.getByRole('dialog', { name: 'Key Added' })
  // A press beside the dialog and Escape would lose the key.
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await made.getByRole('button', { name: 'Copy Key' }).click()
  expect(copy).toHaveBeenCalledWith(secret)
  expect(backend.sent('POST', '/rest/v1/rpc/make_program_key')[0]?.body).toEqual({
    agency: north,
    name: 'Zapier',
    scope: 'write',
  })
  await made.getByRole('button', { name: 'Done' }).click()
  await expect.element(made).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain(secret)
})
