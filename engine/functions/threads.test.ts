import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { functionsBed, host } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

/** Says on which thread it runs, and how often it was called there. */
const tells = `
  import { threadId } from 'node:worker_threads'
  import { count } from '../_shared/count.ts'
  export default { fetch: () => Response.json({ thread: threadId, calls: count() }) }`

const told = z.object({ thread: z.number(), calls: z.number() })

async function writeTelling(...names: string[]) {
  for (const name of names) await write(name, tells)
  await mkdir(bed.path('functions/_shared'))
  await writeFile(bed.path('functions/_shared/count.ts'), 'let calls = 0\nexport const count = (): number => ++calls')
}

it('gives each function a thread, on which all its calls are', async () => {
  await writeTelling('one', 'two')
  const { app, call } = await serve({ mostThreads: 2 })
  const ask = async (name: string) => told.parse(await (await call(name)).json())
  const [one, two, again] = await Promise.all([ask('one'), ask('two'), ask('one')])
  expect(again.thread).toBe(one.thread)
  expect([one.calls, again.calls].sort()).toEqual([1, 2])
  expect(two.thread).not.toBe(one.thread)
  await app.close()
})

it('has functions share threads where there are too many, but not the state of their modules', async () => {
  await writeTelling('one', 'two', 'three')
  const { app, call } = await serve({ mostThreads: 2 })
  const all = []
  for (const name of ['one', 'two', 'three']) all.push(told.parse(await (await call(name)).json()))
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
  const { app, url, headers, call } = await serve({ restMs: 100 })
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
