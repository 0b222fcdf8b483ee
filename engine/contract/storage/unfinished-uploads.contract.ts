import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { person } from '../people.ts'
import { data } from '../rest/client.ts'
import { newFolder } from './client.ts'
import { tusWire } from './tus-wire.ts'

const Bucket = 'reels'
const tusAddress = `${engine.url}/storage/v1/upload/resumable`

/**
 * Every caller who may try: Ana by her token, by an address that she signed, Ben, a visitor, and the project's own
 * server.
 */
const askers = ['ana', 'signed by ana', 'ben', 'visitor', 'server'] as const
type Asker = (typeof askers)[number]
type Protocol = 'tus' | 's3'

/** The owners of the started uploads; a visitor may start none here. */
const begun: readonly [Protocol, Asker][] = [
  ['tus', 'ana'],
  ['tus', 'signed by ana'],
  ['tus', 'ben'],
  ['tus', 'server'],
  ['s3', 'ana'],
  ['s3', 'ben'],
  ['s3', 'server'],
]
const verbs = {
  tus: ['look', 'go on', 'end'],
  s3: ['look', 'go on', 'complete', 'end'],
} as const
type Verb = (typeof verbs)[Protocol][number]

let headers: Record<Asker, Record<string, string>>
let tokens: Partial<Record<Asker, string>>
let folders: Partial<Record<Asker, string>>
let signedKey: string
const clients: S3Client[] = []

beforeAll(async () => {
  const [ana, ben] = [await person(), await person()]
  signedKey = `${ana.id}/signed.bin`
  const { token } = data(await ana.client.storage.from(Bucket).createSignedUploadUrl(signedKey))
  tokens = { ana: ana.token, ben: ben.token, visitor: engine.anonKey, server: engine.serviceRoleKey }
  folders = { ana: ana.id, ben: ben.id, server: newFolder() }
  const bearer = (asker: Asker) => ({ authorization: `Bearer ${tokens[asker]}` })
  headers = {
    ...{ ana: bearer('ana'), ben: bearer('ben'), visitor: bearer('visitor'), server: bearer('server') },
    'signed by ana': { 'x-signature': token },
  }
})
afterAll(() => {
  for (const client of clients) client.destroy()
})

function s3As(asker: Asker) {
  const sessionToken = tokens[asker]
  if (sessionToken === undefined) throw new Error(`${asker} has no token`)
  const client = new S3Client({
    endpoint: `${engine.url}/storage/v1/s3`,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'contract', secretAccessKey: engine.anonKey, sessionToken },
  })
  clients.push(client)
  return client
}

const tusOf = (asker: Asker) => (asker === 'signed by ana' ? `${tusAddress}/sign` : tusAddress)

/** Starts an upload of ten bytes and sends the first four; returns its target and id. */
async function begin(protocol: Protocol, owner: Asker) {
  const Key = owner === 'signed by ana' ? signedKey : `${folders[owner]}/${crypto.randomUUID()}.bin`
  if (protocol === 's3') {
    const s3 = s3As(owner)
    const { UploadId = '' } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'four' }))
    return { Key, id: UploadId }
  }
  const created = await tusWire('', headers[owner]).send(tusOf(owner), {
    method: 'POST',
    headers: {
      'upload-length': '10',
      'upload-metadata': `bucketName ${btoa(Bucket)},objectName ${btoa(Key)}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: 'four',
  })
  expect(created.status, await created.text()).toBe(201)
  const address = created.headers.get('location')?.split('/').at(-1) ?? ''
  return { Key, id: Buffer.from(address, 'base64url').toString().slice(-36) }
}

type Begun = Awaited<ReturnType<typeof begin>>

/** The result of an attempt: the status of a refusal, or `done`. */
async function attempt(protocol: Protocol, asker: Asker, verb: Verb, { Key, id }: Begun) {
  if (protocol === 's3') {
    const named = { Bucket, Key, UploadId: id }
    const s3 = s3As(asker)
    const parts = { MultipartUpload: { Parts: [{ PartNumber: 1, ETag: '"x"' }] } }
    const sent = {
      look: () => s3.send(new ListPartsCommand(named)),
      'go on': () => s3.send(new UploadPartCommand({ ...named, PartNumber: 2, Body: 'more' })),
      complete: () => s3.send(new CompleteMultipartUploadCommand({ ...named, ...parts })),
      end: () => s3.send(new AbortMultipartUploadCommand(named)),
    }[verb]()
    return sent.then(
      () => 'done',
      // The part differs from the stored one: an error that says so has reached the upload.
      (error) => (error.name === 'InvalidPart' ? 'done' : error.$metadata?.httpStatusCode),
    )
  }
  const address = Buffer.from(`${Bucket}/${Key}/${id}`).toString('base64url')
  const wire = tusWire('', headers[asker])
  const url = `${tusOf(asker)}/${address}`
  const response =
    verb === 'go on'
      ? await wire.patch(url, 4, Buffer.from('mor'))
      : await wire.send(url, { method: verb === 'end' ? 'DELETE' : 'HEAD' })
  return response.ok ? 'done' : response.status
}

describe.each(begun)('an upload by %s, begun as %s', (protocol, owner) => {
  it('is reached by whoever began it, the same way, and by nobody else', async () => {
    const upload = await begin(protocol, owner)
    for (const way of ['tus', 's3'] as const) {
      for (const asker of askers) {
        const isOwn = way === protocol && asker === owner
        const cannotAsk = way === 's3' && asker === 'signed by ana'
        if (isOwn || cannotAsk) continue
        for (const verb of verbs[way]) {
          const became = await attempt(way, asker, verb, upload)
          // An address that is signed for another target is rejected as such, which reveals nothing about the upload.
          const isElsewhere = asker === 'signed by ana' && upload.Key !== signedKey
          expect([way, asker, verb, became]).toEqual([way, asker, verb, isElsewhere ? 400 : 404])
        }
      }
    }
    for (const verb of verbs[protocol]) {
      expect([verb, await attempt(protocol, owner, verb, upload)]).toEqual([verb, 'done'])
    }
    expect(await attempt(protocol, owner, 'look', upload)).toBe(404)
  })
})

it('a list shows everybody their own', async () => {
  const uploads = { ana: await begin('s3', 'ana'), ben: await begin('s3', 'ben'), server: await begin('s3', 'server') }
  await begin('tus', 'ana')
  const listed = async (asker: Asker) =>
    (await s3As(asker).send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.map(({ UploadId }) => UploadId) ?? []
  expect(await listed('ana')).toEqual([uploads.ana.id])
  expect(await listed('ben')).toEqual([uploads.ben.id])
  expect(await listed('visitor')).toEqual([])
  expect(await listed('server')).toContain(uploads.server.id)
  expect(await listed('server')).not.toContain(uploads.ana.id)
  for (const owner of ['ana', 'ben', 'server'] as const) await attempt('s3', owner, 'end', uploads[owner])
})
