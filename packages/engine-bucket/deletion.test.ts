import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, pathOfVersion } from 'engine/feature'
import { openFiles, s3Key } from 'engine/testing/features'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { s3Store } from './s3-store.ts'

Object.assign(process.env, s3Key)
const objects = new Set<string>()
let forbidsDeletion = false
beforeEach(() => {
  objects.clear()
  forbidsDeletion = false
})

/** An S3 server that demands Content-MD5 for a deletion of many objects, and says which of them were missing. */
const s3 = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://s3')
  if (request.method === 'HEAD') return response.writeHead(200).end()
  if (request.method === 'POST') return refuse(400, 'MissingContentMD5')
  if (forbidsDeletion) return refuse(403, 'AccessDenied')
  if (objects.delete(pathname.replace('/files/', ''))) return response.writeHead(204).end()
  return refuse(404, 'NoSuchKey')

  function refuse(status: number, code: string) {
    response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${code}.</Message></Error>`)
  }
})
s3.listen(0, '127.0.0.1')
await once(s3, 'listening')
const home = await mkdtemp(join(tmpdir(), 'engine-deletion-'))
afterAll(async () => {
  s3.close()
  await rm(home, { recursive: true, force: true })
})
const address = s3.address()
const port = typeof address === 'object' ? address?.port : undefined
const location = { bucket: 'files', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` }

it('files are deleted on servers that do not accept deletions of many objects, and missing ones are ignored', async () => {
  const store = s3Store(location)
  const versions = Array.from({ length: 3 }, () => randomUUID())
  for (const version of versions) objects.add(pathOfVersion(version))
  await store.remove([...versions, randomUUID()])
  expect(objects).toEqual(new Set())
  store.close()
})

it('a server does not start on a bucket whose files it may not delete', async () => {
  forbidsDeletion = true
  const opened = openFiles({ dataDir: home, databaseUrl: undefined, storageUrl: location })
  await expect(opened).rejects.toThrow(ConfigError)
  await expect(opened).rejects.toThrow(/a deletion is refused: .*403 AccessDenied/)
})
