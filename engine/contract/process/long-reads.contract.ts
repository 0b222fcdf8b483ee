import { readdir, readlink } from 'node:fs/promises'
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { enginePerFile } from '../../testing/engine-per-file.ts'

/** More rows than the default `max_rows`. */
const LONG = 1001
const MANY = 6_000

const engine = await enginePerFile('long-reads', { endsWith: 'file' })
let pid: number | undefined
let apikey = ''

beforeAll(async () => {
  const child = await engine.start({
    PGRST_DB_MAX_ROWS: '100000',
    PGRST_DB_PRE_REQUEST: 'public.before_each',
    // Fails the server for a file handle that is only closed by garbage collection.
    NODE_OPTIONS: '--throw-deprecation',
  })
  pid = child.pid
  apikey = await engine.anonKey()
  for (let from = 0; from < MANY; from += 1000) {
    const body = JSON.stringify(Array.from({ length: 1000 }, (_, at) => todo(from + at)))
    expect((await get('/todos', { method: 'POST', body })).status).toBe(201)
  }
})

/** A row of about 1,000 characters, some of several bytes. The code of one row near the end is not a number. */
const todo = (n: number) => ({
  owner: 'long',
  title: `${n}: ${'„naïve“, (quoted) "text" '.repeat(40)}`,
  code: n === MANY - 10 ? 'no number' : String(n),
})

async function get(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}) {
  const sent = { apikey, 'content-type': 'application/json', ...headers }
  const response = await fetch(`${engine.url}/rest/v1${path}`, { ...init, headers: sent })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** The properties of a response that must not depend on the limit. */
async function answerTo(path: string, limit: number, headers: Record<string, string>) {
  const { status, headers: answered, body } = await get(`${path}&limit=${limit}`, { headers })
  const said = ['content-type', 'content-range', 'content-length', 'x-before'].map((name) => answered.get(name))
  return { status, said, body }
}

/** The temporary files that the server holds open; they are already unlinked. */
async function openFiles(): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const targets = (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => ''))
  return (await Promise.all(targets)).filter((target) => target.includes('/answer-'))
}

describe('a list that may be long', () => {
  it.each([
    ['JSON', '/films?select=*&order=id', {}],
    ['none', '/films?id=eq.0', {}],
    ['what is embedded', '/films?select=id,title,directors(name),actors(*)&order=id', {}],
    ['another time', '/films?select=title,released,details,tags&order=title.desc', { prefer: 'timezone=Asia/Tokyo' }],
    ['without nulls', '/films?select=*', { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
    ['CSV', '/films?select=*&order=id', { accept: 'text/csv' }],
    ['CSV of what is embedded', '/films?select=id,title,directors(name)', { accept: 'text/csv' }],
    ['no CSV', '/films?id=eq.0', { accept: 'text/csv' }],
    ['counted', '/films?select=id&year=eq.1985', { prefer: 'count=exact' }],
    ['counted from the second on', '/films?select=id&order=id&offset=1', { prefer: 'count=exact' }],
    ['counted from behind the end', '/films?select=id&offset=9', { prefer: 'count=exact' }],
    ['from behind the end', '/films?select=id&offset=9', {}],
    ['estimated', '/films?select=id', { prefer: 'count=estimated' }],
    ['a mistake', '/films?select=title::int', {}],
    ['how it is found', '/films?select=id', { accept: 'application/vnd.pgrst.plan' }],
  ])('has the same answer as a short one: %s', async (_what, path, headers) => {
    expect(await answerTo(path, LONG, headers)).toEqual(await answerTo(path, LONG - 1, headers))
  })

  it('comes whole, with its length and how many rows it has', async () => {
    const list = '/todos?select=id,owner,title&owner=eq.long&order=id'
    const { status, headers, body } = await get(`${list}&limit=${MANY}`, { headers: { prefer: 'count=exact' } })
    expect([status, headers.get('content-range')]).toEqual([200, `0-${MANY - 1}/${MANY}`])
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
    expect(Buffer.byteLength(body)).toBeGreaterThan(6_000_000)
    const pages = Array.from({ length: MANY / 1000 }, (_, page) => get(`${list}&limit=1000&offset=${page * 1000}`))
    expect(JSON.parse(body)).toEqual((await Promise.all(pages)).flatMap((page) => JSON.parse(page.body)))
    const csv = await get(`${list}&limit=${MANY - 1}`, { headers: { accept: 'text/csv', prefer: 'count=exact' } })
    expect([csv.status, csv.headers.get('content-range')]).toEqual([206, `0-${MANY - 2}/${MANY}`])
    expect(csv.body.split('\n')).toHaveLength(MANY)
  })

  it('is no answer at all where one of its last rows cannot be read', async () => {
    expect(await get(`/todos?select=title,code::int&owner=eq.long&order=id&limit=${MANY}`)).toMatchObject({
      status: 400,
      body: expect.stringContaining('invalid input syntax for type integer: \\"no number\\"'),
    })
  })

  it('keeps no file when nobody reads on, or what SQL says of the answer is none', async () => {
    const path = `/rest/v1/todos?select=title&owner=eq.long&limit=${MANY}`
    const leaving = request(`${engine.url}${path}`, { headers: { apikey } })
    const answered = new Promise((resolve) => leaving.once('response', resolve))
    leaving.on('error', () => undefined).end()
    await answered
    if (process.platform === 'linux') expect(await openFiles()).toHaveLength(1)
    leaving.destroy()
    const wrong = await get(`/todos?select=title&limit=${MANY}`, { headers: { 'x-answer-with': 'nonsense' } })
    expect(wrong).toMatchObject({ status: 500, body: expect.stringContaining('PGRST111') })
    if (process.platform === 'linux') await expect.poll(openFiles).toEqual([])
    expect((await get('/films?limit=1')).status).toBe(200)
    expect(await readdir(engine.dataDir)).not.toContainEqual(expect.stringMatching(/^answer-/))
  })
})
