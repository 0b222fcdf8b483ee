import { once } from 'node:events'
import http from 'node:http'
import { isIP } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { FunctionRegion, FunctionsFetchError, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anonKey, bearer, call, functions, url } from './client.ts'

describe('what invoke sends arrives', () => {
  const echo = async (path: string, options: Parameters<typeof functions.invoke>[1] = {}) => {
    const { data, error } = await functions.invoke(`echo${path}`, options)
    expect(error).toBeNull()
    return data
  }

  it('an object, as JSON', async () => {
    expect(await echo('', { body: { name: 'Ana' } })).toMatchObject({
      method: 'POST',
      path: '/echo',
      type: 'application/json',
      body: '{"name":"Ana"}',
      authorized: true,
    })
  })

  it('a string', async () => {
    expect(await echo('', { body: 'Grüße' })).toMatchObject({ type: 'text/plain', body: 'Grüße' })
  })

  it('a form with a file', async () => {
    const form = new FormData()
    form.set('name', 'Ana')
    form.set('logo', new File(['<svg/>'], 'logo.svg'))
    expect(await echo('', { body: form })).toMatchObject({
      type: 'multipart/form-data',
      body: { name: 'Ana', logo: 'logo.svg' },
    })
  })

  it('a file of its own type', async () => {
    const body = new Blob(['a,b'], { type: 'text/csv' })
    expect(await echo('', { body })).toMatchObject({ type: 'text/csv', body: 'a,b' })
  })

  it('nothing', async () => {
    expect(await echo('')).toMatchObject({ method: 'POST', type: null, body: '' })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s', async (method) => {
    expect(await echo('', { method, body: { a: 1 } })).toMatchObject({ method, body: '{"a":1}' })
  })

  it('GET with a path and a query, under the name of the function', async () => {
    expect(await echo('/clients/7?sort=name%20desc&q=', { method: 'GET' })).toMatchObject({
      method: 'GET',
      path: '/echo/clients/7?sort=name%20desc&q=',
    })
  })

  it('the region', async () => {
    expect(await echo('', { region: FunctionRegion.UsEast1 })).toMatchObject({
      region: 'us-east-1',
      path: '/echo?forceFunctionRegion=us-east-1',
    })
  })

  it('a body of many megabytes', async () => {
    const body = 'x'.repeat(5_000_000)
    expect((await echo('', { body })).body).toHaveLength(5_000_000)
  })

  it('the address of the caller, always', async () => {
    const response = await call('echo', { headers: { ...bearer(anonKey), 'x-forwarded-for': 'evil<script>' } })
    const { address } = z.object({ address: z.string() }).parse(await response.json())
    expect(isIP(address)).not.toBe(0)
  })

  it('the address of the caller without the port that a proxy adds', async () => {
    const response = await call('echo', { headers: { ...bearer(anonKey), 'x-forwarded-for': '203.0.113.7:40001' } })
    expect(await response.json()).toMatchObject({ address: '203.0.113.7' })
  })
})

describe('what a function answers comes back', () => {
  it('JSON, text, bytes and nothing', async () => {
    expect((await functions.invoke('answers/json')).data).toEqual({ hello: 'Ana' })
    expect((await functions.invoke('answers/text')).data).toBe('Hello Ana')
    const { data: bytes } = await functions.invoke('answers/bytes')
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([1, 2, 255])
    expect(await functions.invoke('answers/nothing')).toMatchObject({ data: '', error: null })
  })

  it('events, as they happen', async () => {
    const { data } = await functions.invoke('answers/events')
    const reader = data.body.pipeThrough(new TextDecoderStream()).getReader()
    for (const event of [1, 2]) {
      await functions.invoke('answers/go-on')
      expect((await reader.read()).value).toBe(`data: ${event}\n\n`)
    }
    expect((await reader.read()).done).toBe(true)
  })

  it('each cookie on its own', async () => {
    const response = await call('answers/cookies', { headers: bearer(anonKey) })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('a response of fetch passed on', async () => {
    expect((await functions.invoke('answers/fetched')).data).toEqual({ token: null })
  })

  it('a refusal, with a body the page can read', async () => {
    const { error } = await functions.invoke('answers/refused')
    expect(error).toBeInstanceOf(FunctionsHttpError)
    expect(error.context.status).toBe(418)
    expect(await error.context.json()).toEqual({ error: 'No tea here' })
  })

  it('errors of its three kinds: of the function, of the host, and of the way between', async () => {
    const ofFunction = await functions.invoke('answers/throws')
    expect(ofFunction.error).toBeInstanceOf(FunctionsHttpError)
    const ofHost = await functions.invoke('broken')
    expect(ofHost.error).toBeInstanceOf(FunctionsRelayError)
    expect(ofHost.error.context.headers.get('access-control-expose-headers')).toContain('x-relay-error')
    expect(await ofHost.error.context.json()).toMatchObject({ code: 'BOOT_ERROR' })
    const ofTheWay = await functions.invoke('answers/never', { timeout: 100 })
    expect(ofTheWay.error).toBeInstanceOf(FunctionsFetchError)
    const nowhere = await functions.invoke('unknown')
    expect(nowhere.error).toBeInstanceOf(FunctionsHttpError)
  })

  it('no header that makes the client blame the host', async () => {
    const { data, error } = await functions.invoke('answers/relay-error')
    expect(error).not.toBeInstanceOf(FunctionsRelayError)
    expect(data).toEqual({ fine: true })
  })

  it('500 without the reason when it throws', async () => {
    const response = await call('answers/throws', { headers: bearer(anonKey) })
    expect(response.status).toBe(500)
    expect(response.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.text()).toBe('Internal Server Error')
  })

  it('what it said, and nobody else suffers when it throws later', async () => {
    expect((await functions.invoke('answers/throws-later')).data).toBe('fine so far')
    await pause(50)
    expect((await functions.invoke('answers/text')).data).toBe('Hello Ana')
  })

  it('its own 5xx, marked as its own', async () => {
    const response = await call('answers/unavailable', { headers: bearer(anonKey) })
    expect(response.status).toBe(503)
    expect(response.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR')
    expect(await response.text()).toBe('later')
  })

  it('502 when it answers with something else than a Response', async () => {
    expect((await call('answers/not-a-response', { headers: bearer(anonKey) })).status).toBe(502)
  })

  it.each([
    ['nothing', 'unread', 'I did not read that'],
    ['only the beginning', 'partly-read', 'I read the beginning'],
  ])('also when it reads %s of a large body, and the connection can be used again', async (_, name, answer) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (let i = 0; i < 3; i++) {
      const headers = bearer(anonKey)
      const request = http.request(`${url}/functions/v1/answers/${name}`, { agent, method: 'POST', headers })
      request.end('x'.repeat(3_000_000))
      const [response] = await once(request, 'response')
      expect(await text(response)).toBe(answer)
    }
    agent.destroy()
  })

  it('nothing more once the caller has given up', async () => {
    const { error } = await functions.invoke('answers/never', { timeout: 100 })
    expect(error).toBeInstanceOf(FunctionsFetchError)
  })
})
