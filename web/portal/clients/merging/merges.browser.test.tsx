import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  expectAccessible,
  expectDestructiveToast,
  expectToast,
  horizontalOverflow,
  phone,
} from '../../../testing/expect.ts'
import { FakeBackend, refusal } from '../../../testing/fake-backend.ts'
import { ben, north } from '../../../testing/people.ts'
import { Portal } from '../../../testing/portal.tsx'
import ClientRoute from '../client-route.tsx'

const HARBOR = 'c0000000-0000-4000-8000-000000000001'
const CORNER = 'c0000000-0000-4000-8000-000000000002'
const MERGE = '/rest/v1/rpc/merge_clients'
const UNDO = '/rest/v1/rpc/undo_client_merge'

const harbor = { id: HARBOR, agency_id: north, name: 'Harbor Bakery', email: 'hi@harbor.test', phone: null }
const corner = { ...harbor, id: CORNER, name: 'Corner Shop', email: 'hi@corner.test', phone: '555 0100' }
const merged = { subject_id: CORNER, title: 'Corner Shop', belongs_to: 'Harbor Bakery', merged_into: HARBOR }

function open({ at = HARBOR, rows = [harbor, corner], deleted = [] as object[] } = {}) {
  const clients = rows.map((row) => ({ ...row, search_text: row.name.toLowerCase() }))
  const backend = new FakeBackend({ clients, projects: [{ client_id: CORNER, name: 'Website' }] })
  backend.answer('GET', '/rest/v1/recently_deleted', () => Response.json(deleted))
  const screens = [{ path: '/dashboard/clients/:clientId', Component: ClientRoute }]
  return Portal.open(backend, { screens, at: `/dashboard/clients/${at}`, as: ben })
}

const dialog = () => page.getByRole('dialog', { name: 'Merge Clients' })

it('[clients.md#merging] shows both values of each field and what moves, and merges with those that are chosen', async () => {
  await page.viewport(...phone)
  const { backend } = open()
  backend.answer('POST', MERGE, () => new Response(null, { status: 204 }))
  await page.getByRole('button', { name: 'Merge with another client' }).click()
  await dialog().getByLabelText('Other client').fill('corner')
  await page.getByRole('option', { name: 'Corner Shop' }).click()
  await expect.element(dialog().getByLabelText('hi@harbor.test')).toBeChecked()
  await expect.element(dialog().getByLabelText('555 0100')).toBeChecked()
  await expect.element(dialog()).toMatchTextContent('Moves along: 1 project.')
  await expectAccessible()
  expect(horizontalOverflow()).toBeLessThanOrEqual(0)
  await dialog().getByLabelText('Corner Shop').click()
  await dialog().getByRole('button', { name: 'Merge' }).click()
  await expectToast('Clients merged')
  expect(backend.sent('POST', MERGE).map(({ body }) => body)).toEqual([
    { kept: HARBOR, merged: CORNER, taken: ['name', 'phone'] },
  ])
})

it('[clients.md#merging] undoes a merge from the page of the kept client, and says what stays', async () => {
  const { backend } = open({ deleted: [{ ...merged, deleted_at: new Date().toISOString() }] })
  backend.answer('POST', UNDO, () =>
    refusal('The client that it was merged with was deleted too. Bring that back first.'),
  )
  const undo = page.getByRole('button', { name: 'Undo the merge of Corner Shop' })
  await undo.click()
  await expectDestructiveToast(
    'Not undone',
    'The client that it was merged with was deleted too. Bring that back first.',
  )
  backend.answer('POST', UNDO, () => Response.json([{ gone: 2, newer: 1, changed: ['phone'] }]))
  await undo.click()
  await expectToast(
    'Merge undone',
    '1 record added since stays with the kept client. 2 records were deleted or moved since. Changed since, and left: Phone.',
  )
  expect(backend.sent('POST', UNDO).at(-1)?.body).toEqual({ merged: CORNER })
})

it('[clients.md#merging] leads from the address of the merged client to the kept one', async () => {
  open({ at: CORNER, rows: [harbor], deleted: [merged] })
  await expect.element(page.getByText('Corner Shop was merged with Harbor Bakery.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Harbor Bakery' }))
    .toHaveAttribute('href', `/dashboard/clients/${HARBOR}`)
})
