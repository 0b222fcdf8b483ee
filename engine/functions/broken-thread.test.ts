import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { functionsBed, host } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

describe('a function that breaks its thread', () => {
  const worse: [string, string, number, number, string][] = [
    ['computes without end', 'while (true) {}', 5000, 546, 'computed for 0.5 s without a pause'],
    [
      'waits for itself',
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
      1000,
      546,
      'did not answer for 1 s',
    ],
    ['ends the process', 'process.exit(3)', 60_000, 500, 'ended its thread'],
    [
      'takes all memory',
      'const all = []; while (true) all.push(new Array(1e4).fill(0.5))',
      240_000,
      546,
      'took too much',
    ],
    [
      'takes memory outside of the heap',
      'const all = []; setInterval(() => all.push(Buffer.alloc(5e7)), 50); return new Promise(() => {})',
      1000,
      546,
      'took too much memory',
    ],
  ]
  it.each(worse)('and %s is told so, and begins anew; the others go on', async (_, deed, silenceMs, status, words) => {
    await write(
      'worse',
      `export default { fetch({ url }) { if (url.endsWith('again')) return new Response('again'); ${deed} } }`,
    )
    await write(
      'good',
      `let calls = 0
      export default { fetch(request) {
        return request.headers.has('upgrade') ? ${host}.upgrade(request).response : new Response(String(++calls))
      } }`,
    )
    const { app, url, headers, call, log } = await serve({ silenceMs, computingMs: 500 })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/good`, { headers })
    await once(socket, 'open')
    expect(await (await call('good')).text()).toBe('1')
    const response = await call('worse')
    expect(response.status).toBe(status)
    const code = status === 546 ? 'WORKER_RESOURCE_LIMIT' : 'WORKER_ERROR'
    expect(await response.json()).toMatchObject({ code })
    expect(response.headers.get('sb-error-code')).toBe(code)
    expect(await (await call('good')).text()).toBe('2')
    expect(socket.readyState).toBe(WebSocket.OPEN)
    expect(await (await call('worse/again')).text()).toBe('again')
    expect(log).toHaveLength(1)
    expect(log[0]).toContain(`worse ${words}`)
    await app.close()
  })

  it('does not take for its own what a function says to whoever started the thread', async () => {
    await write(
      'worker',
      `import { parentPort } from 'node:worker_threads'
      export default { fetch() {
        for (const message of [undefined, null, 'ready', {}]) parentPort.postMessage(message)
        return new Response('fine')
      } }`,
    )
    const { app, call } = await serve()
    expect(await (await call('worker')).text()).toBe('fine')
    expect(await (await call('worker')).text()).toBe('fine')
    await app.close()
  })

  it('stops neither this server nor its timers by signals', async () => {
    await write('signals', `export default { fetch() { process.kill(process.pid, 'SIGKILL') } }`)
    const { app, call } = await serve()
    expect((await call('signals')).status).toBe(500)
    await app.close()
  })

  it('cuts an answer that has begun, and closes sockets so that they are opened again', async () => {
    await write(
      'chat',
      `export default { fetch(request) {
        if (request.url.endsWith('gone')) process.exit()
        if (!request.url.endsWith('half')) return ${host}.upgrade(request).response
        return new Response(new ReadableStream({ start(body) { body.enqueue(new Uint8Array([1])) } }))
      } }`,
    )
    const { app, url, headers, call } = await serve()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/chat`, { headers })
    await once(socket, 'open')
    const closed = once(socket, 'close')
    const half = await call('chat/half')
    expect(half.status).toBe(200)
    expect((await call('chat/gone')).status).toBe(500)
    await expect(half.arrayBuffer()).rejects.toThrow()
    expect((await closed)[0]).toBe(1012)
    await app.close()
  })
})
