import { createClient } from '@redis/client'
import type { Bus, EntryChanges } from 'engine/feature'
import { startRedis } from 'engine/testing/features'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { redisBus } from './redis-bus.ts'

const redis = await startRedis()
afterAll(redis.stop)

const open: Bus[] = []
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
})

/** The Redis bus of one process. */
async function process() {
  const bus = await redisBus(redis.url, 'engine')
  open.push(bus)
  return bus
}

const answers = ({ check }: Bus) =>
  check?.().then(
    () => true,
    () => false,
  )

async function listen(bus: Bus, channel: string) {
  const heard: unknown[] = []
  const { send } = await bus.open(channel, {
    onMessage: (message) => heard.push(message),
    onGap: () => heard.push('a gap'),
  })
  return { heard, send }
}

async function look(bus: Bus, name: string) {
  const seen = new Map<string, unknown>()
  const told: EntryChanges[] = []
  const entries = await bus.share(name, (changes) => {
    told.push(changes)
    for (const [id, value] of changes) value === undefined ? seen.delete(id) : seen.set(id, value)
  })
  return { ...entries, told, seen: () => Object.fromEntries(seen) }
}

const name = () => `a room:${crypto.randomUUID()}`

describe('a message', () => {
  it('reaches everybody who listens, here and elsewhere, once and in order, and not its sender', async () => {
    const [here, there] = [await process(), await process()]
    const channel = name()
    const [sender, neighbour, far, elsewhere] = await Promise.all([
      listen(here, channel),
      listen(here, channel),
      listen(there, channel),
      listen(there, name()),
    ])
    for (const message of [1, { two: 'ü' }]) sender.send(message)
    there.send(channel, [3])
    await expect.poll(() => sender.heard).toEqual([[3]])
    await expect.poll(() => neighbour.heard).toEqual([1, { two: 'ü' }, [3]])
    await expect.poll(() => [...far.heard].sort()).toEqual([1, { two: 'ü' }, [3]].sort())
    expect(elsewhere.heard).toEqual([])
  })

  it('that was lost with the connection is told of as a gap', async () => {
    const [here, there] = [await process(), await process()]
    const channel = name()
    const [sender, far] = await Promise.all([listen(here, channel), listen(there, channel)])
    await redis.kill()
    await expect.poll(() => answers(here)).toBe(false)
    sender.send('lost')
    await redis.start()
    await expect.poll(() => far.heard).toContain('a gap')
    await expect.poll(() => sender.heard).toContain('a gap')
    sender.send('heard')
    await expect.poll(() => far.heard.at(-1)).toBe('heard')
    expect(far.heard).not.toContain('lost')
  })

  it('that Redis refused is told of as a gap once it refuses no more', async () => {
    const raw = await createClient({ url: redis.url }).connect()
    const [here, there] = [await process(), await process()]
    const channel = name()
    const [sender, far] = await Promise.all([listen(here, channel), listen(there, channel)])
    await raw.aclSetUser('default', '-publish')
    await sender.send('lost')
    await raw.aclSetUser('default', '+publish')
    await expect.poll(() => far.heard).toEqual(['a gap'])
    raw.destroy()
  })

  it('that cannot be read is told of as a gap', async () => {
    const raw = await createClient({ url: redis.url }).connect()
    const channel = name()
    const { heard } = await listen(await process(), channel)
    const [inRedis = ''] = await raw.pubSubChannels(`*${channel}`)
    for (const text of ['half of {"mess', 'null']) await raw.publish(inRedis, text)
    await expect.poll(() => heard).toEqual(['a gap', 'a gap'])
    raw.destroy()
  })
})

describe('an entry', () => {
  it('is known to those who look later, and taken back by its process, also when that ends', async () => {
    const [here, there] = [await process(), await process()]
    const room = name()
    const mine = await look(here, room)
    mine.set('a', { mood: 'good' })
    mine.set('b', 1)
    const theirs = await look(there, room)
    await expect.poll(theirs.seen).toEqual({ a: { mood: 'good' }, b: 1 })
    expect(mine.told).toEqual([])
    mine.remove('b')
    await expect.poll(theirs.seen).toEqual({ a: { mood: 'good' } })
    mine.set('a', { mood: 'better' })
    await expect.poll(theirs.seen).toEqual({ a: { mood: 'better' } })
    await here.close()
    await expect.poll(theirs.seen).toEqual({})
  })

  it('of a process that is dead is nobody’s, and is swept', async () => {
    const raw = await createClient({ url: redis.url }).connect()
    const room = name()
    const key = `engine:0:entries:${room}`
    await raw.hSet(key, `${crypto.randomUUID()}:a`, '"left behind"')
    const theirs = await look(await process(), room)
    expect(theirs.told).toEqual([])
    await expect.poll(() => raw.exists(key)).toBe(0)
    raw.destroy()
  })

  it('comes back with its process after that was taken for dead', async () => {
    const raw = await createClient({ url: redis.url }).connect()
    const [here, there] = [await process(), await process()]
    const room = name()
    const mine = await look(here, room)
    mine.set('a', 1)
    const theirs = await look(there, room)
    await raw.flushAll()
    // New listeners see the entry again as soon as each process has noticed.
    await expect.poll(async () => (await look(there, room)).seen()).toEqual({ a: 1 })
    expect(theirs.seen()).toEqual({ a: 1 })
    raw.destroy()
  })
})
