import { expect, it } from 'vitest'
import { parseStorageUrl } from './storage-url.ts'

it('names a bucket, and where it is', () => {
  expect(parseStorageUrl('s3://my-files?endpoint=https://minio.test:9000&region=eu-west-1')).toEqual({
    bucket: 'my-files',
    region: 'eu-west-1',
    endpoint: 'https://minio.test:9000',
  })
  expect(parseStorageUrl('s3://my-files')).toEqual({ bucket: 'my-files', region: 'us-east-1', endpoint: undefined })
})

it.each([
  'my-files',
  'https://my-files',
  's3://',
  's3://My_Files',
  's3://my-files/folder',
  's3://key:secret@my-files',
  's3://my-files?endpoint=minio.test:9000',
  's3://my-files?region=eu west',
  's3://my-files?bucket=other',
])('is not %s', (url) => {
  expect(parseStorageUrl(url)).toBeUndefined()
})
