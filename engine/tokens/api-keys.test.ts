import { expect, it, vi } from 'vitest'
import type { ApiKeyRow } from './api-key-rows.ts'
import { ApiKeys, apiKeyOf } from './api-keys.ts'

const secret = Buffer.from('of one installation')
const web: ApiKeyRow = { id: crypto.randomUUID(), type: 'publishable', name: 'web' }
const cron: ApiKeyRow = { id: crypto.randomUUID(), type: 'secret', name: 'cron' }
const rows = (...found: ApiKeyRow[]) => ({ list: async () => found })

it('writes keys as the hosted service does', () => {
  expect(apiKeyOf(secret, web)).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
  expect(apiKeyOf(secret, cron)).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/)
})

it('makes another key of another row, type or secret, and the same one of the same', () => {
  const keys = [
    apiKeyOf(secret, web),
    apiKeyOf(secret, { ...web, id: cron.id }),
    apiKeyOf(secret, { ...web, type: 'secret' }),
    apiKeyOf(Buffer.from('of another'), web),
  ]
  expect(new Set(keys.map((key) => key.replace(/^sb_(publishable|secret)_/, ''))).size).toBe(4)
  expect(apiKeyOf(secret, web)).toBe(keys[0])
})

it('knows those that were read last, and tells who waits for the end of one', async () => {
  const keys = new ApiKeys(secret)
  const [ofWeb, ofCron] = [apiKeyOf(secret, web), apiKeyOf(secret, cron)]
  expect(keys.typeOf(ofWeb)).toBeUndefined()
  await keys.read(rows(web, cron))
  expect([keys.typeOf(ofWeb), keys.typeOf(ofCron)]).toEqual(['publishable', 'secret'])
  expect(keys.named('secret')).toEqual({ cron: ofCron })

  const [webEnded, cronEnded, noLonger] = [vi.fn(), vi.fn(), vi.fn()]
  keys.onRevoked(ofWeb, webEnded)
  keys.onRevoked(ofCron, cronEnded)
  keys.onRevoked(ofWeb, noLonger)()
  keys.onRevoked('a token', noLonger)
  await keys.read(rows(cron))
  expect([keys.typeOf(ofWeb), keys.typeOf(ofCron)]).toEqual([undefined, 'secret'])
  expect([webEnded, cronEnded, noLonger].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
  keys.onRevoked(ofWeb, webEnded)
  await vi.waitFor(() => expect(webEnded).toHaveBeenCalledTimes(2), { timeout: 20_000 })
})

it('does not take what was read first for the newest', async () => {
  const keys = new ApiKeys(secret)
  const slow = Promise.withResolvers<ApiKeyRow[]>()
  const first = keys.read({ list: () => slow.promise })
  const second = keys.read(rows())
  slow.resolve([web])
  await Promise.all([first, second])
  expect(keys.all()).toEqual([])
})
