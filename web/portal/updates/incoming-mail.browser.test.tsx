import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectAccessible, horizontalOverflow, phone } from '../../testing/expect.ts'
import { item } from '../../testing/update-scene.ts'

const RETURNED = {
  recipient: 'maria@bakery.test',
  created_at: '2026-11-27T09:12:00Z',
  mailed_at: '2026-11-27T09:12:00Z',
  reminder: null,
  returned_at: '2026-11-27T09:13:00Z',
  return_reason: '550 5.1.1 User unknown',
}
const MAILED = { sender_name: 'Tom Baker', sender_email: 'tom@elsewhere.test', is_confirmed: false }

it('[incoming-mail.md#did-not-arrive] says at the update and the client that a mail did not arrive', async () => {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  const update = { project_id: WEBSITE, title: 'The menu', content: 'Done.', visibility: 'client' }
  backend.table('project_updates').insert({ ...update, mails: [RETURNED] })
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([]))
  const { mail_returned_at, mail_return_reason } = {
    mail_returned_at: RETURNED.returned_at,
    mail_return_reason: RETURNED.return_reason,
  }
  for (const client of backend.table('clients').rows) Object.assign(client, { mail_returned_at, mail_return_reason })
  openClient(backend)
  const words = 'Nov 27, 2026: 550 5.1.1 User unknown'
  await expect.element(item('The menu')).toMatchTextContent(`Did not arrive at maria@bakery.test, ${words}`)
  await expect.element(page.getByText(`Did not arrive, ${words}`)).toBeVisible()
})

it('[incoming-mail.md#answers] shows an answer by mail at its update and among the notes, whole on request', async () => {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  const update = {
    project_id: WEBSITE,
    title: 'The menu',
    content: 'Done.',
    visibility: 'client',
    update_type: 'review',
  }
  const reply = { ...MAILED, id: crypto.randomUUID(), created_at: '2026-11-27T10:00:00Z', note_text: 'All good.' }
  backend.table('project_updates').insert({ ...update, replies: [reply] })
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([]))
  const file = { name: 'mail-0123456789abcdef-0_Sign.png', id: 'sign', metadata: { size: 1024 } }
  backend.answer('POST', '/storage/v1/object/list/client-update-files', () => Response.json([file]))
  const note = { client_id: CLARA, note_text: 'All good.', whole_text: 'All good.\n> Done.', author: null }
  backend.table('client_notes').insert({ ...MAILED, ...note })
  openClient(backend)
  await expect
    .element(item('The menu'))
    .toMatchTextContent(/Tom Baker.*tom@elsewhere.test.*By email.*Unconfirmed.*All good\./)
  await expect.element(item('The menu')).toMatchTextContent('Waiting for the client’s answer')
  await expect.element(item('The menu').getByRole('button', { name: /^Download Sign\.png/ })).toBeVisible()
  const notes = page.getByRole('region', { name: 'Notes' })
  await expect.element(notes).toMatchTextContent(/Tom Baker.*By email.*Unconfirmed/)
  await notes.getByRole('button', { name: 'Show All' }).click()
  await expect.element(notes).toMatchTextContent('> Done.')
  await expectAccessible()
  await page.viewport(...phone)
  expect(horizontalOverflow()).toBe(0)
})
