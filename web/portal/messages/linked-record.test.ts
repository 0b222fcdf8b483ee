import { expect, it } from 'vitest'
import { linkedRecordAt } from './linked-record.ts'

const here = 'https://portal.test'
const id = '5b5ce7a4-6a3f-4a0e-9a8c-0f3d5a1c2b3d'

it.each(['clients', 'projects', 'enquiries'])(
  '[messages.md#addresses] knows %s of this portal by their address',
  (kind) => {
    const to = `/dashboard/${kind}/${id}`
    expect(linkedRecordAt(here + to, here)).toEqual({ kind, id, to })
  },
)

it('[messages.md#addresses] keeps what stands behind the page, and takes letters of any case for the same id', () => {
  const to = `/dashboard/clients/${id.toUpperCase()}?page=2#updates`
  expect(linkedRecordAt(here + to, here)).toEqual({ kind: 'clients', id, to })
})

it.each([
  `https://elsewhere.test/dashboard/clients/${id}`,
  `http://portal.test/dashboard/clients/${id}`,
  `https://portal.test.elsewhere.test/dashboard/clients/${id}`,
  `https://portal.test@elsewhere.test/dashboard/clients/${id}`,
  `${here}/dashboard/clients`,
  `${here}/dashboard/clients/${id}/more`,
  `${here}/dashboard/clients/new`,
  `${here}/dashboard/users/${id}`,
  `${here}/dashboard/undefined/${id}`,
  `mailto:ana@portal.test`,
  'portal.test',
])('[messages.md#addresses] takes %s for no page of a client, project or enquiry', (address) => {
  expect(linkedRecordAt(address, here)).toBeUndefined()
})
