import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningEngine, startEngine } from 'engine'
import { copyFirstStart, freePort, hashQuickly } from 'engine/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installation } from '../../../server/engine-options.ts'
import { failingProxyTo } from './failing-proxy.ts'
import { tryIsolation } from './run-isolation-trial.ts'
import { removeTrialData, trialAccounts } from './trial-accounts.ts'

let home: string
let engine: RunningEngine

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'doctor-patience-'))
  const env = { DATA_DIR: home, PORT: String(await freePort()), RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  await hashQuickly()
  await copyFirstStart(home, { program: 'main.ts', seed: true })
  engine = await startEngine({ ...installation, env, seed: true })
})
afterAll(async () => {
  await engine.stop()
  await rm(home, { recursive: true, force: true })
})

it.each([
  ['hangs', 'people of every kind arrive', []],
  ['hangs', 'rows of others: clients', ['rows of others']],
  ['refuses', 'tables: clients', ['tables']],
  ['hangs', 'changes', ['changes']],
  ['hangs', 'chat', ['chat']],
  ['refuses', 'people of every kind leave', []],
] as const)('ends with a sentence where the database %s at "%s", and can be done again', async (how, when, only) => {
  const at = { url: engine.ownUrl, anonKey: engine.anonKey, serviceRoleKey: engine.serviceRoleKey }
  await using door = await failingProxyTo(at.url)
  let last = ''
  const progress = (text: string) => {
    if (text === when) door.becomes(how)
    last = text
  }
  const limits = { quietMs: 2_000, everyMs: 200 }
  const began = performance.now()
  const ended = await tryIsolation({ ...at, url: door.url }, { only, progress, limits }).catch((error) => error.message)
  expect(ended).toMatch(/^The trial was ended, because .* (has not answered for 2 seconds|does not answer)/)
  expect(ended).toContain(`Tried last: ${last}. `)
  expect(performance.now() - began).toBeLessThan(30_000)
  // Requests that were pending at the end are not repeated.
  expect(await removeTrialData(trialAccounts(at))).toBeGreaterThanOrEqual(
    when === 'people of every kind arrive' ? 0 : 1,
  )
  expect(await removeTrialData(trialAccounts(at))).toBe(0)
})
