import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileBodies } from '../http/leave-body-unread.ts'
import { openIncomingFile } from './file-of-request.ts'

const app = Fastify()
const received: { bytes: number; isWhole: boolean }[] = []
let port = 0
beforeAll(async () => {
  await app.register(fileBodies)
  app.post('/', async (request) => {
    const upload = { bytes: 0, isWhole: false }
    received.push(upload)
    const file = await openIncomingFile(request, 1000, 1_500)
    for await (const chunk of file.bytes) upload.bytes += chunk.byteLength
    await file.rest()
    upload.isWhole = true
    return 'taken'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => app.close())

async function uploader(type: string) {
  received.length = 0
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n`)
  return socket
}

const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'

it.each([
  ['a file', 'text/plain', 'half a file'],
  ['a form', 'multipart/form-data; boundary=x', `${form}half`],
  ['a form before its file', 'multipart/form-data; boundary=x', '--x\r\n'],
  ['nothing at all', 'text/plain', ''],
])('who stops sending %s is cut off', async (_what, type, beginning) => {
  const socket = await uploader(type)
  if (beginning !== '') socket.write(beginning)
  await once(socket, 'close')
  expect(received).toMatchObject([{ isWhole: false }])
})

it('who sends slowly is not', async () => {
  const socket = await uploader('text/plain')
  for (let sent = 0; sent < 10; sent++) {
    socket.write('ten bytes.')
    await sleep(200)
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toContain('200 OK')
  expect(received).toEqual([{ bytes: 100, isWhole: true }])
  socket.destroy()
})
