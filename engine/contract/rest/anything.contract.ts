import http from 'node:http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnyRequest, anyRequest } from '../../rest/testing/any-request.ts'
import { engine } from '../engine.ts'
import { data, service } from './client.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
const { hostname, port } = new URL(engine.url)

/**
 * As `fetch` would send it, but for the URL, which goes out as it is. The project's server asks: for it nothing is
 * cut short, however slow the machine, and it may reach everything.
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
        // The page is cut out by names that are there.
        const isOurs = status >= 500 || body.includes('pgrst_page')
        if (isOurs) expect({ ...requests[at], status, answer: body }).toMatchObject({ status: 200 })
      }
    }),
    // A request is small enough to be understood as it is, and trying smaller ones takes long.
    { numRuns: REQUESTS / AT_ONCE, endOnFailure: true },
  )
  agent.destroy()
  expect(await everything()).toEqual(before)
}, 300_000)
