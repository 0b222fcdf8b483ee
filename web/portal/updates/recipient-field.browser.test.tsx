import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { CLARA, openClient, WEBSITE, withClara } from '../../testing/client-scene.ts'
import { expectToast } from '../../testing/expect.ts'

const dialog = () => page.getByRole('dialog', { name: 'Mail to Client' })

it('[client-updates.md#mailing] offers the people of the client who have an address, the main one chosen', async () => {
  const backend = withClara({ id: WEBSITE, name: 'Website' })
  backend.table('client_people').insert([
    { client_id: CLARA, name: 'Tom Baker', email: 'tom@client.test' },
    { client_id: CLARA, name: 'Ann' },
  ])
  const update = { id: 'update', project_id: WEBSITE, title: 'Menu', content: 'Done.', visibility: 'client' }
  backend.table('project_updates').insert({ ...update, project: { name: 'Website', client_id: CLARA } })
  backend.answer('GET', '/rest/v1/update_reach', () => Response.json([]))
  backend.answer('POST', '/functions/v1/mail-clients', () => Response.json({}))
  openClient(backend)
  await page.getByRole('button', { name: 'Mail to Client: Menu' }).click()
  await expect.element(dialog().getByLabelText('Email')).toHaveValue('clara@client.test')
  const offered = dialog().getByRole('group', { name: 'Send to' }).getByRole('button')
  await expect.element(offered).toHaveLength(2)
  await expect.element(offered.first()).toHaveAttribute('aria-pressed', 'true')
  await offered.last().click()
  await expect.element(dialog().getByLabelText('Email')).toHaveValue('tom@client.test')
  await dialog().getByRole('button', { name: 'Send' }).click()
  await expectToast('Mailed to the client')
  expect(backend.sent('POST', '/rest/v1/client_mails').map(({ body }) => body)).toEqual([
    { update_id: 'update', recipient: 'tom@client.test' },
  ])
})
