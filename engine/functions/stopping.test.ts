import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { functionsBed, host } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

it('stops only when what functions left running is done', async () => {
  await write(
    'leisurely',
    `export default { fetch() {
      ${host}.waitUntil(new Promise((done) => setTimeout(done, 150)).then(() => ${host}.sendMail({ to: 'ana@north.test' })))
      return new Response(null, { status: 204 })
    } }`,
  )
  const { app, call } = await serve()
  await call('leisurely')
  expect(app.mails.addAndSend).not.toHaveBeenCalled()
  await app.close()
  expect(app.mails.addAndSend).toHaveBeenCalledOnce()
})

it('waits too for what that work left running in its turn', async () => {
  await write(
    'leisurely',
    `const host = ${host}
    const later = (work) => host.waitUntil(new Promise((done) => setTimeout(done, 100)).then(work))
    export default { fetch() {
      later(() => later(() => host.sendMail({ to: 'ana@north.test' })))
      return new Response(null, { status: 204 })
    } }`,
  )
  const { app, call } = await serve()
  await call('leisurely')
  await app.close()
  expect(app.mails.addAndSend).toHaveBeenCalledOnce()
})

it('stops once an answer is out that was under way, whatever connection the caller keeps', async () => {
  await write(
    'leisurely',
    `let answer
    export default { fetch(request) {
      if (request.url.endsWith('/there')) return Response.json(answer !== undefined)
      return new Promise((resolve) => { answer = () => resolve(new Response('at last')); setTimeout(answer, 1000) })
    } }`,
  )
  const { app, call } = await serve()
  const answer = call('leisurely')
  await expect.poll(async () => (await call('leisurely/there')).json()).toBe(true)
  await app.close()
  expect(await (await answer).text()).toBe('at last')
})

it('stops after a while also where an answer has no end', async () => {
  await write(
    'endless',
    `export default { fetch: () => new Response(new ReadableStream({ pull: (body) => body.enqueue(new Uint8Array(10)) })) }`,
  )
  const { app, call } = await serve({ stopMs: 300 })
  const answer = await call('endless')
  await app.close()
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

it('survives what a function left running and that fails', async () => {
  await write(
    'careless',
    `export default { fetch() { ${host}.waitUntil(Promise.reject(new Error('no'))); return new Response('fine') } }`,
  )
  const { app, call } = await serve()
  expect(await (await call('careless')).text()).toBe('fine')
  await app.close()
})

it('waits for a query, which is no promise, and runs it once', async () => {
  await write(
    'asks',
    `const host = ${host}
    const query = { then: (done) => void setTimeout(() => host.sendMail({ to: 'ana@north.test' }).then(done), 100) }
    export default { async fetch() {
      await host.waitUntil(undefined)
      void Promise.resolve(host.waitUntil(query)).then(() => {})
      return new Response('fine')
    } }`,
  )
  const { app, call } = await serve()
  expect(await (await call('asks')).text()).toBe('fine')
  await app.close()
  expect(app.mails.addAndSend).toHaveBeenCalledOnce()
})

it('closes the sockets of its functions when it stops', async () => {
  await write('chat', `export default { fetch: (request) => ${host}.upgrade(request).response }`)
  const { app, url, headers } = await serve()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/chat`, { headers })
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await app.close()
  expect((await closed)[0]).toBe(1001)
})
