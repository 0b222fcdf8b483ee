import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signatureOf } from './verify-signature.ts'

// The examples of AWS's documentation of Signature Version 4 for S3.
const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const host = 'examplebucket.s3.amazonaws.com'
const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const signedGet = {
  method: 'GET',
  url: '/test.txt',
  headers: {
    host,
    range: 'bytes=0-9',
    'x-amz-content-sha256': nothing,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
}
const signedList = {
  method: 'GET',
  url: '/?max-keys=2&prefix=J',
  headers: {
    host,
    'x-amz-content-sha256': nothing,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7`,
  },
}
const address = {
  method: 'GET',
  url: `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404`,
  headers: { host },
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2013-05-24T00:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('a request that is signed', () => {
  it.each([
    ['in its header', signedGet],
    ['in its header, with a query', signedList],
    ['in its address', address],
  ])('%s is good', (_, request) => {
    const signature = signatureOf(request)
    expect(signature.accessKey).toBe('AKIAIOSFODNN7EXAMPLE')
    expect(() => signature.verify(secret)).not.toThrow()
  })

  it.each([
    ['with another secret', signedGet, 'another secret'],
    ['for another file', { ...signedGet, url: '/other.txt' }, secret],
    ['for another query', { ...signedList, url: '/?max-keys=3&prefix=J' }, secret],
    ['for another method', { ...signedGet, method: 'DELETE' }, secret],
    ['for another server', { ...address, headers: { host: 'elsewhere.test' } }, secret],
    ['for another range', { ...signedGet, headers: { ...signedGet.headers, range: 'bytes=0-99' } }, secret],
  ])('%s is refused', (_, request, key) => {
    expect(() => signatureOf(request).verify(key)).toThrow('The signature is not the one')
  })

  // Without this check a presigned URL for uploads could be used to copy any file.
  it('is refused with a header of S3 that was not signed', () => {
    const upload = { ...address, headers: { host, 'x-amz-copy-source': '/private/letter.txt' } }
    expect(() => signatureOf(upload).verify(secret)).toThrow('not signed')
    expect(() => signatureOf({ ...address, headers: { host, 'x-amz-cf-id': 'x' } }).verify(secret)).not.toThrow()
  })

  it('is good for a quarter of an hour, an address as long as it says', () => {
    vi.setSystemTime(Date.parse('2013-05-24T00:16:00Z'))
    expect(() => signatureOf(signedGet).verify(secret)).toThrow('another time')
    expect(() => signatureOf(address).verify(secret)).not.toThrow()
    vi.setSystemTime(Date.parse('2013-05-25T00:00:01Z'))
    expect(() => signatureOf(address).verify(secret)).toThrow('expired')
    vi.setSystemTime(Date.parse('2013-05-23T23:44:00Z'))
    expect(() => signatureOf(address).verify(secret)).toThrow('another time')
  })
})

it.each([
  ['no signature', {}],
  ['a token', { authorization: 'Bearer x' }],
  ['half a signature', { authorization: 'AWS4-HMAC-SHA256 Credential=x' }],
  ['a scope of another service’s form', { authorization: 'AWS4-HMAC-SHA256 Credential=x/1/2/3/aws2_request' }],
])('%s is none', (_, headers) => {
  expect(() => signatureOf({ method: 'GET', url: '/', headers })).toThrow(/signed|signature/)
})
