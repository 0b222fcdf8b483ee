import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { data, newFolder, reels } from 'engine/testing/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Bucket, clients, presigned, put, read, refusal, s3 } from './s3-client.ts'

afterAll(() => {
  for (const client of clients) client.destroy()
})

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

  it('is copied only as whoever copies it expects it to be', async () => {
    const Key = `${folder}/expected.txt`
    await put(Key, 'first')
    const { ETag = '', LastModified } = await s3.send(new HeadObjectCommand({ Bucket, Key }))
    const copied = (condition: object) =>
      refusal(
        s3.send(new CopyObjectCommand({ Bucket, Key: `${Key}.copy`, CopySource: `${Bucket}/${Key}`, ...condition })),
      )
    expect(await copied({ CopySourceIfMatch: ETag, CopySourceIfUnmodifiedSince: LastModified })).toBe('none')
    expect(await copied({ CopySourceIfModifiedSince: new Date(0) })).toBe('none')
    for (const condition of [
      { CopySourceIfMatch: '"another"' },
      { CopySourceIfNoneMatch: ETag },
      { CopySourceIfModifiedSince: LastModified },
      { CopySourceIfUnmodifiedSince: new Date(0) },
    ])
      expect(await copied(condition)).toBe('412 PreconditionFailed')
  })

  it('has no tags, as on the hosted service', async () => {
    const Key = `${folder}/tags.txt`
    await put(Key, 'x')
    expect((await s3.send(new GetObjectTaggingCommand({ Bucket, Key }))).TagSet).toEqual([])
    expect(await refusal(s3.send(new GetObjectTaggingCommand({ Bucket, Key: `${folder}/none` })))).toBe('404 NoSuchKey')
  })

  it('is called and kept as its address says, and is no page by any', async () => {
    const Key = `${folder}/report.txt`
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: '<script></script>', ContentType: 'text/plain' }))
    const ResponseContentDisposition = 'attachment; filename="März 1.txt"'
    const asked = { ResponseCacheControl: 'max-age=7', ResponseContentLanguage: 'de', ResponseExpires: new Date(0) }
    expect(await s3.send(new GetObjectCommand({ Bucket, Key, ResponseContentDisposition, ...asked }))).toMatchObject({
      ...{ ContentDisposition: ResponseContentDisposition, CacheControl: 'private, max-age=7' },
      ...{ ContentLanguage: 'de', ExpiresString: new Date(0).toUTCString(), ContentType: 'text/plain' },
    })
    const got = async (query: Record<string, string>) => {
      const response = await fetch(presigned(Key, query))
      expect(response.status).toBe(200)
      return ['content-type', 'content-disposition'].map((name) => response.headers.get(name))
    }
    expect(await got({ 'response-content-disposition': 'inline; filename=a.txt' })).toEqual([
      'text/plain',
      'inline; filename=a.txt',
    ])
    expect(await got({ 'response-content-type': 'image/png' })).toEqual(['image/png', null])
    const asPage = { 'response-content-type': 'text/html', 'response-content-disposition': 'inline' }
    expect(await got(asPage)).toEqual(['text/plain; charset=utf-8', 'attachment'])
    expect(await got({ 'response-content-disposition': 'two\nlines' })).toEqual(['text/plain', null])
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
