import { once } from 'node:events'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { s3Key } from 'engine/testing/features'
import { afterAll, expect, it } from 'vitest'
import { bucketPlace } from './bucket-place.ts'

Object.assign(process.env, s3Key)
const silent = createServer((socket) => socket.on('error', () => undefined))
afterAll(() => silent.close())

it('gives up an S3 that takes everything and says nothing', async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const address = silent.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const patience = { silentMs: 200, copyMs: 200 }
  const place = bucketPlace({ bucket: 'files', region: 'us-east-1', endpoint }, 'backups', patience)
  const said = 'The file storage has said nothing for 0.2 seconds.'
  await expect(place.write('a.tar.zst', Readable.from(['to be kept']))).rejects.toThrow(said)
  await expect(place.read('a.tar.zst')).rejects.toThrow(said)
  await expect(place.list(/zst$/)).rejects.toThrow(said)
})
