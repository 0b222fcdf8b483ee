import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it } from 'vitest'
import { s3Key, startS3Server } from '../../storage/testing/s3-server.ts'
import { startLoadBalancer } from '../../testing/load-balancer.ts'
import { startServers } from '../../testing/start-two-servers.ts'
import { tusWire } from '../storage/tus-wire.ts'

/** Two servers with limits behind a load balancer, with their files on one S3 server. */
const bucketDir = await mkdtemp(join(tmpdir(), 'engine-s3-'))
const s3 = await startS3Server(bucketDir, 'files')
const balancer = await startLoadBalancer()
const servers = await startServers({
  env: {
    ...s3Key,
    STORAGE_URL: `s3://files?endpoint=${s3.endpoint}&region=us-east-1`,
    SITE_URL: balancer.url,
    RATE_LIMITS: 'on',
  },
})
balancer.add(servers.one.url)
balancer.add(servers.other.url)
afterAll(async () => {
  await servers.stop()
  await balancer.stop()
  await s3.stop()
  await rm(bucketDir, { recursive: true, force: true })
})

const { one, other, redis, serviceRoleKey } = servers

describe('a limit', () => {
  /** The statuses of wrong passwords for an account, sent to the servers in turn. */
  async function guess(times: number, email: string) {
    const statuses: number[] = []
    for (let turn = 0; turn < times; turn += 1) {
      const { url } = turn % 2 === 0 ? one : other
      const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: servers.anonKey },
        body: JSON.stringify({ email, password: `guess ${turn}` }),
      })
      statuses.push(response.status)
    }
    return statuses
  }
  const wrong = (times: number) => Array<number>(times).fill(400)

  it('counts what both servers see', async () => {
    expect(await guess(12, 'both@north.test')).toEqual([...wrong(10), 429, 429])
  })

  it('counts in each server while Redis is away, and refuses nobody because of that', async () => {
    await redis.kill()
    expect(await guess(16, 'alone@north.test')).toEqual(wrong(16))
    expect(await guess(6, 'alone@north.test')).toEqual([...wrong(4), 429, 429])
    await redis.start()
    const headers = { authorization: `Bearer ${serviceRoleKey}` }
    const health = async () => (await fetch(`${one.url}/health`, { headers })).json()
    await expect.poll(health).toMatchObject({ redis: 'ok' })
  })
})

describe('a resumable upload', () => {
  const PART = 8 * 1024 * 1024
  const reels = createClient(balancer.url, serviceRoleKey, { auth: { persistSession: false } }).storage.from('reels')
  const tus = tusWire(`${balancer.url}/storage/v1`, { authorization: `Bearer ${serviceRoleKey}` })
  const content = Buffer.alloc(2 * PART + 1_000_000, 'here and there ')
  const metadata = (objectName: string) => ({ bucketName: 'reels', objectName })
  const at = (server: { url: string }, address: string) => address.replace(balancer.url, server.url)
  const begin = async (name: string, size = content.length) =>
    (await tus.create(metadata(name), size)).headers.get('location') ?? ''
  async function contentOf(name: string) {
    const { data } = await reels.download(name)
    return Buffer.from(await (data ?? new Blob([])).arrayBuffer())
  }

  it('may come in pieces, each through whichever server', async () => {
    const path = `${crypto.randomUUID()}.bin`
    await tus.upload(content, metadata(path), { chunkSize: 1_500_000 })
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('goes on at the one server while the other still waits for the rest of a request', async () => {
    const path = `${crypto.randomUUID()}.bin`
    const address = await begin(path)
    const hanging = await tus.begin(at(one, address), 0, content.subarray(0, PART + 1000))
    await expect.poll(() => tus.offsetOf(at(other, address))).toBe(PART)
    await tus.upload(content, metadata(path), { uploadUrl: at(other, address) })
    hanging.destroy()
    expect((await contentOf(path)).equals(content)).toBe(true)
  })

  it('brings the same bytes to both at once: one of them counts', async () => {
    const path = `${crypto.randomUUID()}.bin`
    const small = Buffer.from('once and no more')
    const address = await begin(path, small.length)
    const answers = await Promise.all([one, other].map((server) => tus.patch(at(server, address), 0, small)))
    const statuses = answers.map(({ status }) => status).sort()
    expect([
      [204, 204],
      [204, 409],
    ]).toContainEqual(statuses)
    expect(await contentOf(path)).toEqual(small)
    expect(await tus.offsetOf(at(one, address))).toBe(small.length)
  })

  it('is known to the other when the server that took its first part is gone', async () => {
    const path = `${crypto.randomUUID()}.bin`
    const address = await begin(path)
    expect((await tus.patch(at(one, address), 0, content.subarray(0, PART))).status).toBe(204)
    await one.end('SIGKILL')
    expect(await tus.offsetOf(at(other, address))).toBe(PART)
    await tus.upload(content, metadata(path), { uploadUrl: at(other, address) })
    const { data } = await createClient(other.url, serviceRoleKey).storage.from('reels').info(path)
    expect(data?.size).toBe(content.length)
  })
})
