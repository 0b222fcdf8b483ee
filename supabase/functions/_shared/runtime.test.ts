import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const HOST = Symbol.for('edge-functions.host')
const request = new Request('http://localhost/chat')
const work = Promise.resolve()
const prepare = () => {}
const mail = { to: 'sol@mainstreet.test', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

/** Loads the module anew, since it detects its runtime only once. */
const runtime = () => import('./runtime.ts')

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('CITY', 'York')
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, HOST)
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const upgraded = () => ({ socket: { binaryType: 'blob' }, response: new Response(null) })

const from = (headers: Record<string, string>) => new Request('http://localhost/chat', { headers })

describe('on our own server', () => {
  const host = {
    env: vi.fn((name: string) => (name === 'COUNTRY' ? 'England' : undefined)),
    upgrade: vi.fn(upgraded),
    waitUntil: vi.fn(),
    sendMail: vi.fn(async () => {}),
    openChannel: vi.fn(async () => ({ send: vi.fn(), close: vi.fn() })),
  }
  beforeEach(() => {
    Reflect.set(globalThis, HOST, host)
  })

  it('believes what the server says of where a request comes from, and no header of a visitor', async () => {
    const { addressOf } = await runtime()
    expect(addressOf(from({ 'x-forwarded-for': '203.0.113.7', 'cf-connecting-ip': '192.0.2.1' }))).toBe('203.0.113.7')
  })

  it('asks the host for everything, and never the process', async () => {
    const { env, openHostChannel, requireEnv, sendMailByHost, upgrade, waitUntil } = await runtime()
    expect([env('COUNTRY'), env('CITY')]).toEqual(['England', undefined])
    expect(() => requireEnv('CITY')).toThrow('CITY is not set.')
    expect(upgrade(request, { protocol: 'chat' }).socket.binaryType).toBe('arraybuffer')
    expect(host.upgrade).toHaveBeenCalledWith(request, { protocol: 'chat' })
    waitUntil(work)
    expect(host.waitUntil).toHaveBeenCalledWith(work)
    await sendMailByHost?.(mail)
    expect(host.sendMail).toHaveBeenCalledWith(mail)
    const events = { onMessage: vi.fn(), onGap: vi.fn() }
    await openHostChannel?.('room', events)
    expect(host.openChannel).toHaveBeenCalledWith('room', events)
  })
})

describe('on the hosted runtime', () => {
  it('takes no address for that of a visitor which the visitor may have made up', async () => {
    vi.stubGlobal('Deno', { env: { get: vi.fn() }, upgradeWebSocket: vi.fn() })
    const { addressOf } = await runtime()
    const madeUp = { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' }
    expect(addressOf(from({ ...madeUp, 'cf-connecting-ip': '203.0.113.9' }))).toBe('203.0.113.9')
    expect(addressOf(from(madeUp))).toBe('203.0.113.7')
    expect(addressOf(from({}))).toBe('')
  })

  it('asks Deno and EdgeRuntime, and has neither mail nor channels', async () => {
    const deno = { env: { get: vi.fn(() => 'from Deno') }, upgradeWebSocket: vi.fn(upgraded) }
    const edgeRuntime = { waitUntil: vi.fn() }
    vi.stubGlobal('Deno', deno)
    vi.stubGlobal('EdgeRuntime', edgeRuntime)
    const { beforeWorkerEnds, env, openHostChannel, sendMailByHost, upgrade, waitUntil } = await runtime()
    expect(env('CITY')).toBe('from Deno')
    const addEventListener = vi.fn()
    vi.stubGlobal('addEventListener', addEventListener)
    beforeWorkerEnds(prepare)
    expect(addEventListener).toHaveBeenCalledWith('beforeunload', prepare)
    expect(upgrade(request).socket.binaryType).toBe('arraybuffer')
    waitUntil(work)
    expect(edgeRuntime.waitUntil).toHaveBeenCalledWith(work)
    expect([sendMailByHost, openHostChannel]).toEqual([undefined, undefined])
  })
})

describe('nowhere in particular, as in a test', () => {
  it('has the variables of the process and nothing else', async () => {
    const { env, upgrade } = await runtime()
    expect(env('CITY')).toBe('York')
    expect(() => upgrade(request)).toThrow('This runtime has no WebSockets.')
  })

  it('takes nothing else of the same name for a runtime', async () => {
    vi.stubGlobal('Deno', { version: '2' })
    Reflect.set(globalThis, HOST, { env: () => 'from elsewhere' })
    const { env } = await runtime()
    expect(env('CITY')).toBe('York')
  })
})
