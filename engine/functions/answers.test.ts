import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { functionsBed } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

it('answers 504 for a function that takes too long, and drops the answer that comes after all', async () => {
  await write(
    'slow',
    `export default { fetch: () => new Promise((answer) => setTimeout(() => answer(new Response('late')), 200)) }`,
  )
  const { app, call } = await serve({ timeoutMs: 50 })
  const response = await call('slow')
  expect(response.status).toBe(504)
  expect(await response.json()).toMatchObject({
    code: 'IDLE_TIMEOUT',
    message: 'Request idle timeout limit (0.05s) reached',
  })
  await pause(200)
  await app.close()
})

it('cuts off an answer that begins and never ends', async () => {
  await write(
    'stuck',
    `export default { fetch: () => new Response(new ReadableStream({ start(body) { body.enqueue(new Uint8Array([1])) } })) }`,
  )
  const { app, call } = await serve({ timeoutMs: 2000 })
  const response = await call('stuck')
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
  await app.close()
})

it('answers 500 with a response that was read already', async () => {
  await write(
    'used',
    `export default { async fetch() { const used = new Response('x'); await used.text(); return used } }`,
  )
  const { app, call, log } = await serve({ timeoutMs: 20_000 })
  expect((await call('used')).status).toBe(500)
  await expect.poll(() => log).toEqual([expect.stringContaining('ReadableStream is locked')])
  await app.close()
})

it('writes to the log what an error says, and nothing else that it holds', async () => {
  await write(
    'leaky',
    `export default { fetch() { throw Object.assign(new Error('Refused', { cause: new Error('Too late') }), { token: 'secret' }) } }`,
  )
  const { app, call, log } = await serve()
  expect((await call('leaky')).status).toBe(500)
  await expect.poll(() => log).toEqual([expect.stringMatching(/Refused.*Too late/)])
  expect(log.join()).not.toContain('secret')
  await app.close()
})

it('answers 500 for an error whose causes go round in circles', async () => {
  await write(
    'loop',
    `export default { fetch() { const error = new Error('around and around'); error.cause = error; throw error } }`,
  )
  const { app, call, log } = await serve({ timeoutMs: 20_000 })
  expect((await call('loop')).status).toBe(500)
  await expect.poll(() => log).toEqual([expect.stringContaining('around and around')])
  await app.close()
})

it('starts a repaired function without a restart of the server', async () => {
  await write('chat', `throw new Error('not yet')`)
  const { app, call } = await serve()
  expect((await call('chat')).status).toBe(503)
  await write('chat', `export default { fetch: () => new Response('hello') }`)
  await expect.poll(async () => (await call('chat')).status, { interval: 300 }).toBe(200)
  await app.close()
})

it('takes a module without a fetch of its own as broken', async () => {
  await write('method', `export default new (class { fetch() { return new Response('unseen on hosted') } })()`)
  const { app, call } = await serve()
  expect((await call('method')).status).toBe(503)
  await app.close()
})

it('takes a body no larger than config.toml says, by its length or while it is read', async () => {
  await writeFile(bed.path('config.toml'), '[edge_runtime]\nmax_body_size = "64KiB"')
  await write('reads', 'export default { fetch: async (request) => new Response((await request.text()).length) }')
  const { app, url, headers } = await serve()
  const send = (body: string | ReadableStream) =>
    fetch(`${url}/functions/v1/reads`, { method: 'POST', headers, body, duplex: 'half' })
  expect(await (await send('x'.repeat(65_536))).text()).toBe('65536')
  const refused = { code: 'PAYLOAD_TOO_LARGE', message: 'Request body is larger than 65536 bytes' }
  const announced = await send('x'.repeat(65_537))
  expect([announced.status, await announced.json()]).toEqual([413, expect.objectContaining(refused)])

  const bytes = new TextEncoder().encode('x'.repeat(1000))
  const endless = new ReadableStream({ pull: (controller) => controller.enqueue(bytes) })
  const cut = await send(endless)
  expect([cut.status, await cut.json()]).toEqual([413, expect.objectContaining(refused)])
  await app.close()
})
