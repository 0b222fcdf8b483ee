import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { data, newFolder, person, service } from 'engine/testing/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { Bucket, clients, put, read, refusal, s3, s3As } from './s3-client.ts'

afterAll(() => {
  for (const client of clients) client.destroy()
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

  it('takes another file, or some of it, for a part, of whoever may read that', async () => {
    const source = `${folder}/source & more.txt`
    await put(source, 'one two three')
    const CopySource = `/${Bucket}/${encodeURIComponent(source)}`
    const upload = await begin('copied.txt')
    const copied = (PartNumber: number, CopySourceRange?: string, more = {}, client = s3) =>
      client.send(new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange, ...more }))
    const first = await copied(1, 'bytes=4-7')
    const { CopyPartResult: whole } = await copied(2)
    expect(whole?.LastModified).toBeInstanceOf(Date)
    expect(await refusal(copied(3, 'bytes=4-13'))).toBe('416 InvalidRange')
    expect(await refusal(copied(3, undefined, { CopySource: `${CopySource}.none` }))).toBe('404 NoSuchKey')
    expect(await refusal(copied(3, undefined, { CopySourceIfMatch: '"another"' }))).toBe('412 PreconditionFailed')
    const Parts = [
      { PartNumber: 1, ETag: first.CopyPartResult?.ETag },
      { PartNumber: 2, ETag: whole?.ETag },
    ]
    await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    expect(await read(upload.Key)).toBe('two one two three')

    const ben = await person()
    const own = { Bucket, Key: `${ben.id}/stolen.txt` }
    const { UploadId } = await s3As(ben.token).send(new CreateMultipartUploadCommand(own))
    const stolen = copied(1, undefined, { ...own, UploadId }, s3As(ben.token))
    expect(await refusal(stolen)).toBe('404 NoSuchKey')
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
