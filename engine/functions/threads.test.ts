import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { functionsBed, host } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

/** A function that reports its thread and its number of calls there, and accepts a WebSocket. */
const tells = `
  import { threadId } from 'node:worker_threads'
  import { count } from '../_shared/count.ts'
  export default { fetch(request) {
    if (request.headers.has('upgrade')) return ${host}.upgrade(request).response
    return Response.json({ thread: threadId, calls: count() })
  } }`
const told = z.object({ thread: z.number(), calls: z.number() })

async function serveTelling(names: string[], maxThreads: number) {
  for (const name of names) await write(name, tells)
  await mkdir(bed.path('functions/_shared'))
  await writeFile(bed.path('functions/_shared/count.ts'), 'let calls = 0\nexport const count = (): number => ++calls')
  const { app, url, headers, call } = await serve({ maxThreads })
  return {
    app,
    ask: async (name: string) => told.parse(await (await call(name)).json()),
    async connect(name: string) {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/${name}`, { headers })
      await once(socket, 'open')
    },
  }
}

it('keeps what functions have under way on threads apart, and all of one function on one', async () => {
  const { app, ask, connect } = await serveTelling(['one', 'two', 'three'], 9)
  await connect('one')
  const one = await ask('one')
  const two = await ask('two')
  expect(two.thread).not.toBe(one.thread)
  expect(await ask('one')).toEqual({ thread: one.thread, calls: 2 })
  expect(await ask('three')).toEqual({ thread: two.thread, calls: 1 })
  await connect('three')
  expect((await ask('two')).thread).not.toBe(two.thread)
  await app.close()
})

it('has functions share threads where there are too few, but not the state of their modules', async () => {
  const { app, ask, connect } = await serveTelling(['one', 'two', 'three'], 2)
  for (const name of ['one', 'two', 'three']) await connect(name)
  const all = [await ask('one'), await ask('two'), await ask('three')]
  expect(new Set(all.map(({ thread }) => thread)).size).toBe(2)
  expect(all.map(({ calls }) => calls)).toEqual([1, 1, 1])
  await app.close()
})

it('ends a thread that has nothing to do, and none that has a socket or something left running', async () => {
  await write(
    'works',
    `import { threadId } from 'node:worker_threads'
    const host = ${host}
    let finish
    export default { fetch(request) {
      if (request.headers.has('upgrade')) return host.upgrade(request).response
      if (request.url.endsWith('begin')) host.waitUntil(new Promise((done) => { finish = done }))
      if (request.url.endsWith('finish')) finish()
      return new Response(threadId)
    } }`,
  )
  const { app, url, headers, call } = await serve({ idleTimeoutMs: 100 })
  const thread = async (path = '') => (await call(`works/${path}`)).text()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/functions/v1/works`, { headers })
  await once(socket, 'open')
  const first = await thread()
  await pause(300)
  expect(await thread('begin')).toBe(first)
  socket.close()
  await once(socket, 'close')
  await pause(300)
  expect(await thread('finish')).toBe(first)
  await expect.poll(() => thread(), { interval: 300 }).not.toBe(first)
  await app.close()
})
