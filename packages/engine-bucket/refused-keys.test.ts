import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StoreRefuses, toStorageError } from 'engine/feature'
import { openFiles, s3Key, startS3Server } from 'engine/testing/features'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bucketPlace } from './bucket-place.ts'
import { s3Store } from './s3-store.ts'

const home = await mkdtemp(join(tmpdir(), 'engine-refused-'))
const server = await startS3Server(join(home, 's3'), 'files')
const location = { bucket: 'files', region: 'us-east-1', endpoint: server.endpoint }
beforeEach(() => vi.stubEnv('AWS_SECRET_ACCESS_KEY', s3Key.AWS_SECRET_ACCESS_KEY))
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

/** The test server checks only the id of a key; for a wrong secret other servers answer with the same 403. */
const useWrongKey = () => vi.stubEnv('AWS_ACCESS_KEY_ID', 'of last year')
const settings = /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/

it('a server does not start, and says which settings are meant', async () => {
  useWrongKey()
  const opened = openFiles({ dataDir: join(home, 'data'), databaseUrl: undefined, storageUrl: location })
  await expect(opened).rejects.toThrow(
    /^STORAGE_URL should name a bucket that answers: files refuses these keys, AWS_ACCESS_KEY_ID and AWS_SECRET/,
  )
})

it('files are neither taken nor given, and whoever asks hears that it is not their fault', async () => {
  useWrongKey()
  const store = s3Store(location)
  const tempFile = join(home, 'temporary')
  await writeFile(tempFile, 'to be kept')
  const [to, from] = [randomUUID(), randomUUID()]
  for (const ask of [() => store.check(), () => store.put(to, tempFile), () => store.read(from)]) {
    const refused = await ask().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(refused).toBeInstanceOf(StoreRefuses)
    expect(refused).toMatchObject({ message: expect.stringMatching(settings) })
    expect(toStorageError(refused)).toMatchObject({ httpStatus: 503 })
  }
  store.close()
})

it('a backup says which settings are meant, and what the server says', async () => {
  useWrongKey()
  const place = bucketPlace(location, 'backups')
  const written = place.write('a.tar.zst', Readable.from(['to be kept']))
  await expect(written).rejects.toThrow(
    /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: 403 The AWS Access Key Id you provided/,
  )
  await expect(place.list(/zst$/)).rejects.toThrow(settings)
})
