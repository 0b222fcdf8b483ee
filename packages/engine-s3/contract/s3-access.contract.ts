import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutBucketAclCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3'
import { engine, newFolder, type Person, person } from 'engine/testing/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Bucket, clients, put, read, refusal, s3, s3As } from './s3-client.ts'

afterAll(() => {
  for (const client of clients) client.destroy()
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
  const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] }
  expect(await refusal(s3.send(new PutObjectTaggingCommand({ Bucket, Key, Tagging })))).toBe('501 NotImplemented')
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
