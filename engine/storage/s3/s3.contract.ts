import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketAclCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engine } from '../../contract/engine.ts'
import { type Person, person } from '../../contract/people.ts'
import { data, service } from '../../contract/rest-client.ts'
import { newFolder, reels } from '../../contract/storage-client.ts'

const clients: S3Client[] = []
afterAll(() => {
  for (const client of clients) client.destroy()
})

/** The client of AWS, with the token of somebody as its session token. */
function s3As(sessionToken: string, secretAccessKey = engine.anonKey) {
  const client = new S3Client({
    endpoint: `${engine.url}/storage/v1/s3`,
    region: 'local',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'contract', secretAccessKey, sessionToken },
  })
  clients.push(client)
  return client
}

const s3 = s3As(engine.serviceRoleKey)
const Bucket = 'reels'

const put = (Key: string, Body: string, client = s3) => client.send(new PutObjectCommand({ Bucket, Key, Body }))
const read = async (Key: string, client = s3) =>
  (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()

/** What a refusal is called, and its status. */
const refusal = (command: Promise<unknown>) =>
  command.then(
    () => 'none',
    (error) => `${error.$metadata?.httpStatusCode} ${error.name}`,
  )

describe('buckets by the S3 protocol', () => {
  it('are made, seen and deleted', async () => {
    const name = `s3-${newFolder()}`
    await s3.send(new CreateBucketCommand({ Bucket: name }))
    expect(await refusal(s3.send(new CreateBucketCommand({ Bucket: name })))).toBe('409 BucketAlreadyExists')
    await s3.send(new HeadBucketCommand({ Bucket: name }))
    const { Buckets } = await s3.send(new ListBucketsCommand())
    expect(Buckets?.find((bucket) => bucket.Name === name)?.CreationDate).toBeInstanceOf(Date)
    expect((await s3.send(new GetBucketVersioningCommand({ Bucket: name }))).Status).toBeUndefined()
    await s3.send(new PutObjectCommand({ Bucket: name, Key: 'a.txt', Body: 'a' }))
    expect(await refusal(s3.send(new DeleteBucketCommand({ Bucket: name })))).toBe('409 BucketNotEmpty')
    await s3.send(new DeleteObjectCommand({ Bucket: name, Key: 'a.txt' }))
    await s3.send(new DeleteBucketCommand({ Bucket: name }))
    expect(await refusal(s3.send(new HeadBucketCommand({ Bucket: name })))).toBe('404 NotFound')
    expect(await refusal(s3.send(new ListObjectsV2Command({ Bucket: name })))).toBe('404 NoSuchBucket')
  })
})

describe('a file by the S3 protocol', () => {
  const folder = newFolder()

  it('goes in and comes out with what is to be known of it, also by the official client', async () => {
    const Key = `${folder}/size (1) & more+=.txt`
    const put = new PutObjectCommand({
      ...{ Bucket, Key, Body: 'Good morning', ContentType: 'text/plain', CacheControl: 'max-age=60' },
      Metadata: { mood: 'sunny' },
    })
    const { ETag } = await s3.send(put)
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key }))
    expect(head).toMatchObject({ ContentLength: 12, ContentType: 'text/plain', ETag, Metadata: { mood: 'sunny' } })
    expect(await read(Key)).toBe('Good morning')
    const part = await s3.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=5-11' }))
    expect([part.ContentRange, await part.Body?.transformToString()]).toEqual(['bytes 5-11/12', 'morning'])
    expect(await data(await reels.download(Key)).text()).toBe('Good morning')
    expect(data(await reels.info(Key)).metadata).toEqual({ mood: 'sunny' })
  })

  it('may come as a stream, in chunks with a checksum behind them', async () => {
    const bytes = Buffer.alloc(300_000, 'abc\r\n')
    const Body = Readable.from([bytes.subarray(0, 100_000), bytes.subarray(100_000)])
    const Key = `${folder}/stream.bin`
    await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes.length }))
    const { Body: stored } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    expect(Buffer.compare(Buffer.from((await stored?.transformToByteArray()) ?? []), bytes)).toBe(0)
  })

  it('is replaced, copied, and deleted as often as one likes', async () => {
    const Key = `${folder}/first.txt`
    await put(Key, 'first')
    await put(Key, 'second')
    const copy = `${folder}/copy.txt`
    const CopySource = `/${Bucket}/${encodeURIComponent(Key)}`
    const { CopyObjectResult } = await s3.send(new CopyObjectCommand({ Bucket, Key: copy, CopySource }))
    expect(CopyObjectResult?.ETag).toMatch(/^"[\da-f]{32}"$/)
    for (let time = 0; time < 2; time++) await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    expect(await refusal(read(Key))).toBe('404 NoSuchKey')
    expect(await refusal(s3.send(new HeadObjectCommand({ Bucket, Key })))).toBe('404 NotFound')
    expect(await read(copy)).toBe('second')
  })

  it('is one of many that are deleted at once', async () => {
    const keys = ['a', 'b & c'].map((name) => `${folder}/many/${name}`)
    for (const key of keys) await put(key, 'x')
    const Objects = [...keys, `${folder}/nowhere`].map((Key) => ({ Key }))
    const { Deleted, Errors } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Deleted?.map(({ Key }) => Key).sort()).toEqual(keys)
    expect(Errors).toMatchObject([{ Key: `${folder}/nowhere`, Code: 'AccessDenied' }])
  })

  it('is held to the rules of its bucket', async () => {
    const paper = (Key: string, Body: string | Uint8Array, ContentType: string) =>
      refusal(s3.send(new PutObjectCommand({ Bucket: 'papers', Key, Body, ContentType })))
    expect(await paper(`${folder}/a.html`, '<p>', 'text/html')).toBe('415 InvalidMimeType')
    expect(await paper(`${folder}/lie.png`, 'no picture', 'image/png')).toBe('415 InvalidMimeType')
    expect(await paper(`${folder}/big.csv`, new Uint8Array(10_485_761), 'text/csv')).toBe('413 EntityTooLarge')
    expect(await paper(`${folder}/ü.csv`, 'a,b\n', 'text/csv')).toMatch(/^400 /)
    expect(await paper(`${folder}/table.csv`, 'a,b\n', 'text/csv')).toBe('none')
  })
})

describe('a list by the S3 protocol', () => {
  const folder = newFolder()
  const names = ['B.txt', 'a.txt', 'deep/one.txt', 'deep/two.txt', 'z & more.txt'].map((name) => `${folder}/${name}`)
  beforeAll(async () => {
    for (const name of names) await put(name, 'x')
  })

  it('goes on, a page at a time, and leaves nothing out', async () => {
    const found: (string | undefined)[] = []
    let ContinuationToken: string | undefined
    do {
      const asked = { Bucket, Prefix: `${folder}/`, MaxKeys: 2, ContinuationToken }
      const page = await s3.send(new ListObjectsV2Command(asked))
      expect(page.KeyCount).toBeLessThanOrEqual(2)
      found.push(...(page.Contents ?? []).map(({ Key }) => Key))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    expect(found).toEqual(names)
  })

  it('shows folders where that is asked for, and begins behind a name', async () => {
    const asked = { Bucket, Prefix: `${folder}/`, Delimiter: '/' }
    const page = await s3.send(new ListObjectsV2Command({ ...asked, StartAfter: `${folder}/a.txt` }))
    expect(page.CommonPrefixes).toEqual([{ Prefix: `${folder}/deep/` }])
    expect(page.Contents).toMatchObject([{ Key: names[4], Size: 1, ETag: expect.stringMatching(/^"[\da-f]{32}"$/) }])
    const older = await s3.send(new ListObjectsCommand({ ...asked, MaxKeys: 2, EncodingType: 'url' }))
    expect(older).toMatchObject({ IsTruncated: true, NextMarker: `${folder}/a.txt` })
    const rest = await s3.send(new ListObjectsCommand({ ...asked, Marker: older.NextMarker }))
    expect(rest.CommonPrefixes).toHaveLength(1)
  })
})

describe('an upload in parts by the S3 protocol', () => {
  const folder = newFolder()
  const begin = async (name: string, client = s3) => {
    const file = { Bucket, Key: `${folder}/${name}` }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...file, ContentType: 'text/plain' }))
    return { ...file, UploadId }
  }
  const part = async (upload: Awaited<ReturnType<typeof begin>>, PartNumber: number, Body: string, client = s3) => {
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    return { PartNumber, ETag }
  }

  it('takes parts in any order, each as it came last, and is a file when it is complete', async () => {
    const upload = await begin('parts.txt')
    const last = await part(upload, 3, 'three')
    await part(upload, 1, 'lost')
    const [first, second] = await Promise.all([part(upload, 1, 'one '), part(upload, 2, 'two ')])
    const { Parts } = await s3.send(new ListPartsCommand(upload))
    expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, 4],
      [2, 4],
      [3, 5],
    ])
    const { Uploads } = await s3.send(new ListMultipartUploadsCommand({ Bucket }))
    expect(Uploads?.map(({ UploadId }) => UploadId)).toContain(upload.UploadId)
    expect(await refusal(read(upload.Key))).toBe('404 NoSuchKey')
    const complete = (Parts: object[]) =>
      s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    expect(await refusal(complete([second, first]))).toBe('400 InvalidPartOrder')
    expect(await refusal(complete([{ ...first, ETag: second.ETag }]))).toBe('400 InvalidPart')
    expect((await complete([first, second, last])).ETag).toMatch(/^"[\da-f]{32}"$/)
    expect(await read(upload.Key)).toBe('one two three')
    expect(await refusal(s3.send(new ListPartsCommand(upload)))).toBe('404 NoSuchUpload')
  })

  it('is never larger than a file of its bucket may be', async () => {
    const small = { Bucket: `small-${crypto.randomUUID()}`, Key: 'a.txt' }
    data(await service.storage.createBucket(small.Bucket, { public: false, fileSizeLimit: 10 }))
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(small))
    const upload = { ...small, UploadId }
    await part(upload, 1, 'six...')
    expect(await refusal(part(upload, 2, 'six...'))).toBe('413 EntityTooLarge')
    await part(upload, 1, 'four')
    await part(upload, 2, 'six...')
    await s3.send(new AbortMultipartUploadCommand(upload))
    data(await service.storage.deleteBucket(small.Bucket))
  })

  it('is given up, and is nobody else’s to go on with', async () => {
    const upload = await begin('given-up.txt')
    await part(upload, 1, 'x')
    const stranger = s3As((await person()).token)
    expect(await refusal(part(upload, 2, 'y', stranger))).toBe('404 NoSuchUpload')
    await s3.send(new AbortMultipartUploadCommand(upload))
    expect(await refusal(part(upload, 2, 'y'))).toBe('404 NoSuchUpload')
  })
})

describe('row policies decide about the S3 protocol', () => {
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    ana = await person()
    ben = await person()
  })

  it('people reach their own files and no others', async () => {
    const [own, other] = [s3As(ana.token), s3As(ben.token)]
    const Key = `${ana.id}/diary.txt`
    await put(Key, 'of Ana', own)
    expect(await read(Key, own)).toBe('of Ana')
    expect(await refusal(read(Key, other))).toBe('404 NoSuchKey')
    expect(await refusal(put(Key, 'of Ben', other))).toBe('403 AccessDenied')
    const begun = other.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    expect(await refusal(begun)).toBe('403 AccessDenied')
    const CopySource = `/${Bucket}/${Key}`
    const copied = other.send(new CopyObjectCommand({ Bucket, Key: `${ben.id}/stolen.txt`, CopySource }))
    expect(await refusal(copied)).toBe('404 NoSuchKey')
    expect((await other.send(new ListObjectsV2Command({ Bucket, Prefix: ana.id }))).KeyCount).toBe(0)
    await other.send(new DeleteObjectCommand({ Bucket, Key }))
    expect(await read(Key, own)).toBe('of Ana')
    expect((await own.send(new ListBucketsCommand())).Buckets?.map(({ Name }) => Name)).not.toContain('reels')
  })

  it('a stranger with the anonymous key reaches nothing', async () => {
    const stranger = s3As(engine.anonKey)
    expect(await refusal(put(`${newFolder()}/x.txt`, 'x', stranger))).toBe('403 AccessDenied')
    expect((await stranger.send(new ListBucketsCommand())).Buckets ?? []).toEqual([])
  })

  it('a session that is over is none', async () => {
    const gone = await person()
    await gone.client.auth.signOut()
    expect(await refusal(put(`${gone.id}/x.txt`, 'x', s3As(gone.token)))).toMatch(/^403 /)
  })
})

it('what else S3 has is not built, and never taken for the file or the bucket itself', async () => {
  const Key = `${newFolder()}/x.txt`
  await put(Key, 'x')
  expect(await refusal(s3.send(new GetObjectTaggingCommand({ Bucket, Key })))).toBe('501 NotImplemented')
  expect(await refusal(s3.send(new DeleteObjectTaggingCommand({ Bucket, Key })))).toBe('501 NotImplemented')
  expect(await refusal(s3.send(new PutBucketAclCommand({ Bucket: 'new-one', ACL: 'private' })))).toBe(
    '501 NotImplemented',
  )
  const VersionId = 'an-earlier-one'
  expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key, VersionId })))).toBe('501 NotImplemented')
  expect(await refusal(s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId })))).toBe('501 NotImplemented')
  const Delete = { Objects: [{ Key, VersionId }] }
  expect(await refusal(s3.send(new DeleteObjectsCommand({ Bucket, Delete })))).toBe('501 NotImplemented')
  const CopySource = `/${Bucket}/${Key}?versionId=${VersionId}`
  expect(await refusal(s3.send(new CopyObjectCommand({ Bucket, Key: `${Key}.copy`, CopySource })))).toBe(
    '501 NotImplemented',
  )
  expect(await read(Key)).toBe('x')
})

describe('a request that nobody signed right', () => {
  it('is refused', async () => {
    const key = `${newFolder()}/x.txt`
    expect(await refusal(put(key, 'x', s3As(engine.serviceRoleKey, 'a guess')))).toBe('403 SignatureDoesNotMatch')
    expect(await refusal(put(key, 'x', s3As('no token')))).toMatch(/^403 /)
    const unsigned = await fetch(`${engine.url}/storage/v1/s3/${Bucket}/${key}`, {
      headers: { authorization: `Bearer ${engine.serviceRoleKey}` },
    })
    expect([unsigned.status, unsigned.headers.get('content-type')]).toEqual([403, 'application/xml'])
    expect(await unsigned.text()).toContain('<Code>AccessDenied</Code>')
  })

  it('is refused where its body is another one than was signed', async () => {
    const client = s3As(engine.serviceRoleKey)
    client.middlewareStack.add(
      (next) => (args) => {
        const { request } = args
        if (typeof request === 'object' && request !== null && 'body' in request) request.body = 'evil'
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low', name: 'tamper' },
    )
    expect(await refusal(put(`${newFolder()}/x.txt`, 'good', client))).toBe('400 XAmzContentSHA256Mismatch')
  })
})
