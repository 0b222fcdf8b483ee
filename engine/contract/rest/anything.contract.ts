import http from 'node:http'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { type AnyRequest, anyRequest } from '../../rest/testing/any-request.ts'
import { engine } from '../engine.ts'
import { data, service } from './client.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
const { hostname, port } = new URL(engine.url)
afterAll(() => agent.destroy())

/**
 * Sends a request as `fetch` would, except for the URL, which is sent unchanged. The request comes from the project's
 * server, which has no statement timeout and may access everything.
 */
function send({ method, url, headers, body }: AnyRequest): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const path = `/rest/v1${url}`
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = http.request({
      agent,
      hostname,
      port,
      method,
      path,
      headers: { ...headers, ...length, apikey: engine.serviceRoleKey },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    request.end(body)
  })
}

/**
 * Fragments of the engine's SQL, which must not appear in errors: everything is bound or quoted, so PostgreSQL never
 * fails within a statement. Names of parts are no secret: PostgREST shows `pgrst_call.title` too, and an execution plan
 * shows all of them.
 */
const SQL_OF_OURS = /syntax error at|unterminated|trailing junk|\bSELECT\b|\bCAST\(|\bLATERAL\b/

const AT_ONCE = 8
const REQUESTS = 2_000

it('answers whatever anybody asks without a failure of its own, and nothing comes of what is rolled back', async () => {
  const everything = async () => {
    const tables = ['films', 'directors', 'actors', 'roles', 'technical_specs', 'premieres', 'studios'] as const
    return Promise.all(tables.map(async (table) => data(await service.from(table).select())))
  }
  const before = await everything()
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      const answers = await Promise.all(requests.map(send))
      for (const [at, { status, body }] of answers.entries()) {
        const isOurs = status >= 500 || (status >= 400 && SQL_OF_OURS.test(body))
        if (isOurs) expect({ ...requests[at], status, answer: body }).toMatchObject({ status: 200 })
      }
    }),
    // Shrinking is off, because requests are small enough to be understood and shrinking takes long.
    { numRuns: REQUESTS / AT_ONCE, endOnFailure: true },
  )
  expect(await everything()).toEqual(before)
})

it.each([
  '$$',
  '$1',
  '$a$',
  '1',
  '1$$',
  'select',
  'int $$',
  'national',
  'timestamp with',
  'interval day to',
  'nothing',
  'setof int',
])('says of a cast to %j that there is no such type', async (type) => {
  for (const select of [
    `title::${type}`,
    `year.sum()::${type}`,
    `details->a::${type}`,
    `directors(last_name::${type})`,
  ]) {
    const answer = await send({
      method: 'GET',
      url: `/films?select=${encodeURIComponent(select)}`,
      headers: {},
      body: undefined,
    })
    expect({ status: answer.status, ...JSON.parse(answer.body) }).toEqual({
      ...{ status: 400, code: '42704', details: null, hint: null },
      message: `type "${type}" does not exist`,
    })
  }
})
