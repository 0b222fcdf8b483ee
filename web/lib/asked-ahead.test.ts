import { afterEach, expect, it, vi } from 'vitest'
import { fetchAskedAhead, forgetAskedAhead, requestName } from './asked-ahead.ts'

const sent = vi.fn<typeof fetch>(async () => new Response('sent'))
const address = 'http://backend.test/rest/v1/clients'
const asAna = { headers: { authorization: 'Bearer ana' } }

function askAhead(answer: Promise<Response>) {
  globalThis.askedAhead = new Map([[requestName('GET', address, 'Bearer ana'), answer]])
  vi.stubGlobal('fetch', sent)
}

afterEach(() => {
  globalThis.askedAhead = undefined
  vi.unstubAllGlobals()
  sent.mockClear()
})

const textOf = async (answer: Promise<Response>) => (await answer).text()

it('[shell.md#slow-connections] takes over an answer that was asked ahead, once', async () => {
  askAhead(Promise.resolve(new Response('asked ahead')))
  expect(await textOf(fetchAskedAhead(address, asAna))).toBe('asked ahead')
  expect(sent).not.toHaveBeenCalled()
  expect(await textOf(fetchAskedAhead(address, asAna))).toBe('sent')
})

it('[shell.md#slow-connections] gives nobody an answer to somebody else', async () => {
  askAhead(Promise.resolve(new Response('asked ahead')))
  expect(await textOf(fetchAskedAhead(address, { headers: { authorization: 'Bearer ben' } }))).toBe('sent')
  expect(await textOf(fetchAskedAhead(address))).toBe('sent')
  expect(await textOf(fetchAskedAhead(address, { ...asAna, method: 'PATCH' }))).toBe('sent')
})

it('[shell.md#slow-connections] sends anew what nobody had taken over when the first rows were drawn', async () => {
  askAhead(Promise.resolve(new Response('asked ahead')))
  forgetAskedAhead()
  expect(await textOf(fetchAskedAhead(address, asAna))).toBe('sent')
})

it('sends again what has failed', async () => {
  askAhead(Promise.reject(new TypeError('Failed to fetch')))
  expect(await textOf(fetchAskedAhead(address, asAna))).toBe('sent')
})

it('does not wait longer than the caller', async () => {
  askAhead(new Promise(() => {}))
  const patience = new AbortController()
  const answer = fetchAskedAhead(address, { ...asAna, signal: patience.signal })
  patience.abort(new Error('too long'))
  await expect(answer).rejects.toThrow('too long')
})
