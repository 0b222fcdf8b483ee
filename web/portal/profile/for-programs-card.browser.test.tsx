import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, horizontalOverflow, phone } from '../../testing/expect.ts'
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
  openProfile(backend)
  await card().getByRole('button', { name: 'Show Webhooks' }).click()
  await expect.element(card().getByRole('listitem')).toMatchTextContent('Paused: its receiver says that it is gone.')
  await card().getByRole('button', { name: 'Events of Zapier: new enquiries' }).click()
  await expect.element(card()).toMatchTextContent(/New enquiry · Waiting.*503 Come back later/)
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
