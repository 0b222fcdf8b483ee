import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from 'engine/testing'
import { expect, it, vi } from 'vitest'
import { VisitCounter } from './visit-counter.ts'

const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  accept: 'text/html',
}
const site = { contact: '/contact', apart: [], services: [], servicePages: {}, plans: [] }

it('what could not be written waits, is said once, and is written with what came meanwhile', async () => {
  const port = await freePort()
  const written: unknown[] = []
  const answers = [503, 503, 204]
  const server = createServer(async (request, response) => {
    written.push(JSON.parse(await text(request)).counts)
    response.writeHead(answers[written.length - 1] ?? 204).end()
  }).listen(port)
  await once(server, 'listening')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const ownUrl = `http://localhost:${port}`
  const counter = new VisitCounter(site)
  const open = () => counter.see({ path: '/', query: '', from: undefined, headers })
  try {
    counter.start({ ownUrl, serviceRoleKey: 'key' })
    await counter.write()
    expect(written).toEqual([])
    open()
    await counter.write()
    open()
    await counter.write()
    open()
    await counter.stop()
    await counter.stop()
  } finally {
    server.close()
  }
  const [first, second, third] = written
  expect([first, second, third]).toEqual(
    [1, 2, 3].map((times) => [expect.objectContaining({ page: '/', visits: times, views: times, calls: 0 })]),
  )
  expect(written).toHaveLength(3)
  expect(warned).toHaveBeenCalledOnce()
})
