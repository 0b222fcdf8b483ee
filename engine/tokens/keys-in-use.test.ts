import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { throwawayDatabase } from '../testing/throwaway-database.ts'
import { type Keys, loadKeys } from './key-file.ts'
import { agreeOnKeys } from './keys-in-use.ts'
import { createTokens } from './tokens.ts'

let home = ''
let database: Database & AsyncDisposable
let one: Keys
let other: Keys
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'engine-keys-'))
  database = await throwawayDatabase()
  one = await loadKeys(join(home, 'one', 'keys.json'))
  other = await loadKeys(join(home, 'other', 'keys.json'))
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})
beforeEach(() => database.run({}, { text: 'delete from engine.keys_in_use' }))

const start = async (keys: Keys, isAlone = false) =>
  agreeOnKeys(database, await createTokens(keys), { file: '/data/keys.json', isAlone })

it('lets servers start beside each other that have the same keys', async () => {
  await start(one)
  await start(one)
})

it.each([
  ['another keys.json', () => other],
  ['another JWT_SECRET', () => ({ ...one, jwtSecret: 'another secret that nobody else was told of' })],
  ['another key for signing', () => ({ ...one, signingKey: other.signingKey })],
])('stops a server with %s, and says what to do', async (_, keys) => {
  await start(one)
  await expect(start(keys())).rejects.toThrow(/Give this server theirs\..*delete from engine\.keys_in_use/)
  await start(one)
})

it('takes new keys once the old ones are forgotten', async () => {
  await start(one)
  await database.run({}, { text: 'delete from engine.keys_in_use' })
  await start(other)
  await expect(start(one)).rejects.toThrow('Give this server theirs')
})

it('lets keys for signing be exchanged one by one', async () => {
  await start(one)
  const both = [one.signingKey, other.signingKey]
  await start({ ...one, formerKeys: both })
  await start({ ...one, signingKey: other.signingKey, formerKeys: both })
  await start({ ...one, signingKey: other.signingKey })
})

it('goes on alone, and says what it means', async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  await start(one, true)
  expect(print).not.toHaveBeenCalled()
  await start(other, true)
  expect(print).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('everybody signs in again'))
  await start(other, true)
  expect(print).toHaveBeenCalledOnce()
  print.mockRestore()
})

it('keeps nothing that is secret', async () => {
  await start(one)
  const kept = JSON.stringify(await database.run({}, { text: 'select * from engine.keys_in_use' }))
  expect(kept).not.toContain(one.jwtSecret)
  expect(kept).not.toContain(String(one.signingKey.d))
})
