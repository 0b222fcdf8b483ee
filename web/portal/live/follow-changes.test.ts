import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followChanges, followedTables } from './follow-changes.ts'

const tab = vi.hoisted(() => ({ wholeSupabase: vi.fn(), reportDoubtfulToken: vi.fn(async () => {}) }))
vi.mock('../../lib/supabase.ts', () => tab)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = { status: string; response: unknown }

/** A Realtime server that answers each join as the test says. */
function realtime(
  answerToJoin: (join: string) => Answer = () => ({ status: 'ok', response: { postgres_changes: [] } }),
) {
  const joins: string[] = []
  let tell = (_event: string, _payload: unknown) => {}
  class Socket {
    readyState = 0
    onopen = () => {}
    onmessage = (_event: { data: string }) => {}
    onclose = () => {}
    onerror = () => {}
    constructor() {
      queueMicrotask(() => {
        this.readyState = 1
        this.onopen()
      })
    }
    send(text: string) {
      const [joinRef, ref, topic, event, payload] = JSON.parse(text)
      const say = (said: string, content: unknown, to: unknown = null) =>
        this.onmessage({ data: JSON.stringify([joinRef, to, topic, said, content]) })
      if (event !== 'phx_join') return queueMicrotask(() => say('phx_reply', { status: 'ok', response: {} }, ref))
      joins.push(payload.access_token)
      tell = (said, content) => say(said, content)
      const { status, response } = answerToJoin(payload.access_token)
      const changes = payload.config.postgres_changes.map((change: object, id: number) => ({ ...change, id }))
      const body = status === 'ok' ? { postgres_changes: changes } : response
      queueMicrotask(() => say('phx_reply', { status, response: body }, ref))
    }
    close() {}
  }
  let token = 'first'
  const client = createClient('http://realtime.test', 'anonymous', {
    accessToken: async () => token,
    realtime: { transport: Object(Socket) },
  })
  tab.wholeSupabase.mockResolvedValue(client)
  tab.reportDoubtfulToken.mockImplementation(async () => {
    token = 'renewed'
  })
  return { joins, close: () => tell('phx_close', {}) }
}

it('follows the tables whose changes are told', () => {
  const migrations = join(import.meta.dirname, '../../../supabase/migrations')
  const sql = globSync('*.sql', { cwd: migrations }).map((path) => readFileSync(join(migrations, path), 'utf8'))
  const told = sql.flatMap((text) => [...text.matchAll(/publication supabase_realtime add table([^;]+);/g)])
  const tables = told.flatMap(([, list = '']) => [...list.matchAll(/public\.(\w+)/g)].map(([, table]) => table))
  expect([...followedTables].sort()).toEqual(tables.sort())
})

it('[lists.md#refreshing] joins again with a renewed session when its token has ended, and catches up', async () => {
  const { joins, close } = realtime()
  const onChange = vi.fn()
  const stop = followChanges(onChange)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onChange.mock.calls).toEqual([[followedTables]])
  close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(joins).toEqual(['first', 'renewed'])
  expect(onChange.mock.calls).toEqual([[followedTables], [followedTables]])
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(joins).toHaveLength(2)
})

it('waits longer each time while its channel is closed soon', async () => {
  const { joins, close } = realtime()
  const stop = followChanges(() => {})
  for (let minute = 0; minute < 5; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000)
      close()
    }
  }
  expect(joins.length).toBeGreaterThan(5)
  expect(joins.length).toBeLessThan(15)
  stop()
})

it('renews a session whose token is refused at the join', async () => {
  const reason = 'InvalidJWTToken: Token has expired 300 seconds ago'
  const { joins } = realtime((token) => ({ status: token === 'renewed' ? 'ok' : 'error', response: { reason } }))
  const onChange = vi.fn()
  const stop = followChanges(onChange)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(joins.at(-1)).toBe('renewed')
  expect(onChange.mock.calls).toEqual([[followedTables]])
  stop()
})
