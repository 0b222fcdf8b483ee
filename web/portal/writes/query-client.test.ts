import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { RequestError } from '../../lib/errors.ts'
import { clientToasts } from '../clients/client-toasts.ts'
import { newQueryClient } from './query-client.ts'
import { staleQueriesByTable } from './stale-after.ts'
import type { Write } from './use-write.ts'
import { VersionConflict } from './version-conflict.ts'

const told = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('../../ui/toast.ts', () => ({ toast: told }))

beforeEach(() => void vi.clearAllMocks())

const nothing = async () => {}
const failing = (error: Error) => async () => {
  throw error
}

/** Every query that some table makes stale, with data as if its screen had been visited. */
const visited = [...new Set(Object.values(staleQueriesByTable).flatMap((keys) => keys.map((key) => key.join('/'))))]

function clientThatKnowsEverything(): QueryClient {
  const queryClient = newQueryClient()
  for (const key of visited) queryClient.setQueryDefaults(keyOf(key), { queryFn: () => key })
  for (const key of visited) queryClient.setQueryData(keyOf(key), key)
  return queryClient
}

const keyOf = (joined: string) => {
  const found = Object.values(staleQueriesByTable)
    .flatMap((keys) => [...keys])
    .find((key) => key.join('/') === joined)
  if (!found) throw new Error(`No table names ${joined}`)
  return [...found, 'one'] as const
}

const staleIn = (queryClient: QueryClient) =>
  visited.filter((key) => queryClient.getQueryState(keyOf(key))?.isInvalidated).sort()

const run = (queryClient: QueryClient, write: Write<string>) =>
  queryClient.getMutationCache().build(queryClient, write).execute('given').catch(nothing)

const { deleted, deletionFailed, updateFailed } = clientToasts
const deletion = { succeeded: deleted, failed: deletionFailed, refresh: ['clients'] } as const

it('says once that it worked, when the screens show it', async () => {
  const queryClient = clientThatKnowsEverything()
  told.success.mockImplementation(() => expect(staleIn(queryClient)).toContain('clients'))
  await run(queryClient, { mutationFn: nothing, meta: deletion })
  expect(told.success.mock.calls).toEqual([[{ title: 'Client deleted' }]])
  expect(told.error).not.toHaveBeenCalled()
})

it('says nothing where nothing is to be said', async () => {
  await run(newQueryClient(), { mutationFn: nothing, meta: { failed: deletionFailed, refresh: [] } })
  expect(told.success).not.toHaveBeenCalled()
})

it.each<[string, Error, object]>([
  ['the server’s own words', new RequestError({ message: 'No way', code: '', status: 403 }), { description: 'No way' }],
  [
    'the portal’s own where a failure has none',
    new TypeError('Failed to fetch'),
    { description: 'Failed to delete client. Please try again.' },
  ],
])('says once that it failed, in %s', async (_whose, error, words) => {
  await run(newQueryClient(), { mutationFn: failing(error), meta: deletion })
  expect(told.error.mock.calls).toEqual([[{ title: 'Delete failed', ...words }]])
  expect(told.success).not.toHaveBeenCalled()
})

it('says what is always said of a failure', async () => {
  await run(newQueryClient(), { mutationFn: failing(new Error('why')), meta: { ...deletion, failed: updateFailed } })
  expect(told.error.mock.calls).toEqual([[updateFailed]])
})

it('leaves a newer change to the form, with the newer version at hand', async () => {
  const queryClient = clientThatKnowsEverything()
  await run(queryClient, { mutationFn: failing(new VersionConflict('meanwhile')), meta: deletion })
  expect(told.error).not.toHaveBeenCalled()
  expect(staleIn(queryClient)).toContain('clients')
})

it('refreshes exactly what shows the changed tables', async () => {
  const queryClient = clientThatKnowsEverything()
  await run(queryClient, { mutationFn: nothing, meta: deletion })
  expect(staleIn(queryClient)).toEqual([
    'client-months',
    'client-requests',
    'client-updates',
    'clients',
    'clients/moved',
    'dashboard-stats',
    'deleted',
    'enquiries',
    'enquiries/origins',
    'enquiries/sources',
    'found',
    'notices',
    'projects',
    'steps',
    'vault',
    'vault/handed-over',
    'vault/leaver',
    'vault/to-take-over',
  ])
})

it('refreshes a part of what is known about somebody, where only that changed', async () => {
  const queryClient = clientThatKnowsEverything()
  await run(queryClient, { mutationFn: nothing, meta: { ...deletion, refresh: ['auth.mfa_factors'] } })
  expect(staleIn(queryClient)).toEqual(['me/two-step'])
})

it('refreshes everything after what takes everything along', async () => {
  const queryClient = clientThatKnowsEverything()
  await run(queryClient, { mutationFn: nothing, meta: { ...deletion, refresh: 'everything' } })
  expect(staleIn(queryClient)).toEqual([...visited].sort())
})

it('refreshes after a failure too, because what could not be changed may be gone; an addition left all as it was', async () => {
  const changing = clientThatKnowsEverything()
  await run(changing, { mutationFn: failing(new Error('gone')), meta: deletion })
  expect(staleIn(changing)).toContain('clients')

  const adding = clientThatKnowsEverything()
  await run(adding, { mutationFn: failing(new Error('refused')), meta: { ...deletion, isAddition: true } })
  expect(staleIn(adding)).toEqual([])
})

it('refreshes after an addition without an answer, because it may be stored', async () => {
  const adding = clientThatKnowsEverything()
  const noAnswer = new RequestError({ message: 'Failed to fetch', code: '', status: 0 })
  await run(adding, { mutationFn: failing(noAnswer), meta: { ...deletion, isAddition: true } })
  expect(staleIn(adding)).toContain('clients')
})
