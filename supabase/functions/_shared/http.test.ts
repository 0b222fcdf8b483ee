import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerPost, Refusal } from './http.ts'

const greet = answerPost('Greeting failed.', async ({ name }) => {
  if (name === 'Eve') throw new Refusal(403, 'Not you')
  if (name === 'Mallory') throw new Error('secret detail')
  return { hello: name }
})
const post = (body: RequestInit['body'], method = 'POST') =>
  greet(new Request('http://localhost/greet', { method, ...(method === 'POST' && { body: body ?? null }) }))
const read = async (response: Response) => [response.status, await response.json()]

afterEach(() => vi.restoreAllMocks())

it('answers a JSON object with JSON', async () => {
  expect(await read(await post('{"name":"Ana"}'))).toEqual([200, { hello: 'Ana' }])
})

it('answers refusals in their own words, other failures in none', async () => {
  expect(await read(await post('{"name":"Eve"}'))).toEqual([403, { error: 'Not you' }])
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect(await read(await post('{"name":"Mallory"}'))).toEqual([500, { error: 'Greeting failed.' }])
  expect(log).toHaveBeenCalledWith(new Error('secret detail'))
})

describe('takes nothing else', () => {
  it.each(['', 'hello', '[]', 'null', '"x"', '{'])('than an object: %s', async (body) => {
    expect(await read(await post(body))).toEqual([400, { error: 'The body must be a JSON object.' }])
  })

  it('than a small one', async () => {
    expect((await post(JSON.stringify({ name: 'x'.repeat(70_000) }))).status).toBe(413)
  })

  it('than POST', async () => {
    expect((await post(null, 'GET')).status).toBe(405)
  })
})

it('lets any site call, and says so on every answer', async () => {
  const preflight = await greet(new Request('http://localhost/greet', { method: 'OPTIONS' }))
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-region')
  for (const response of [preflight, await post('{}'), await post('{"name":"Eve"}'), await post('nonsense')]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  }
})
