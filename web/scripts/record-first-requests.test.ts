import { expect, it } from 'vitest'
import { recordFirstRequests } from './record-first-requests.ts'

const person = [
  'POST /rest/v1/rpc/me',
  'GET /rest/v1/user_roles?select=role&user_id=eq.{me}',
  expect.stringMatching(/^GET \/rest\/v1\/user_profiles\?.*&id=eq\.\{me\}$/),
]

it('[shell.md#slow-connections] records who the person is, and the list as the screen asks for it', async () => {
  const { narrowed, whole } = await recordFirstRequests('/dashboard/projects')
  const named = (requests: typeof whole) => requests.map(({ method, path }) => `${method} ${path}`)
  expect(named(narrowed)).toEqual([
    ...person,
    expect.stringMatching(/^GET \/rest\/v1\/projects\?.*agency_id=eq\.\{agency\}.*limit=50$/),
  ])
  expect(named(whole)).toEqual([
    ...person,
    expect.stringMatching(/^GET \/rest\/v1\/projects\?(?!.*agency_id=).*limit=50$/),
  ])
  expect(whole.at(-1)?.headers).toEqual({ 'accept-profile': 'public', prefer: 'count=exact' })
})

it('records no list for another screen, and no key', async () => {
  const { whole } = await recordFirstRequests('/dashboard/reports')
  expect(whole).toHaveLength(person.length)
  for (const { headers } of whole) expect(Object.keys(headers)).not.toContain('authorization')
})
