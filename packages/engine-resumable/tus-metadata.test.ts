import { expect, it } from 'vitest'
import { parseUploadMetadata } from './tus-metadata.ts'

const pair = (name: string, value: string) => `${name} ${Buffer.from(value).toString('base64')}`
const place = `${pair('bucketName', 'films')},${pair('objectName', 'a/b c.mp4')}`

it('says where a file goes and what it is', () => {
  const header = [place, pair('contentType', 'video/mp4'), pair('cacheControl', '60'), pair('metadata', '{"by":"Ana"}')]
  expect(parseUploadMetadata(header.join(', '))).toEqual({
    bucketId: 'films',
    key: 'a/b c.mp4',
    uploadMetadata: {
      ...{ mimetype: 'video/mp4', cacheControl: 'max-age=60', userMetadata: { by: 'Ana' }, robotsTag: undefined },
    },
  })
})

it('may say no more than where', () => {
  expect(parseUploadMetadata(`${place},filename,${pair('metadata', '{broken')}`).uploadMetadata).toMatchObject({
    ...{ mimetype: 'application/octet-stream', cacheControl: 'no-cache', userMetadata: {} },
  })
})

it.each([
  ['', 'it is made of names'],
  [pair('objectName', 'x'), 'bucketName is missing'],
  [pair('bucketName', 'x'), 'objectName is missing'],
  [`${place},${pair('bucketName', 'other')}`, 'bucketName is there twice'],
  [`${place},x ä`, 'x is not base64'],
  [`${place},x ${Buffer.from([0xff, 0xfe]).toString('base64')}`, 'x is not UTF-8'],
  [`${place},ä eA==`, 'it is made of names'],
  [`${place},x eA== eA==`, 'it is made of names'],
  [`${place},${pair('x', 'a\0b')}`, 'x holds the character U+0000'],
  [`${place},${pair('x', 'x'.repeat(70_000))}`, 'it is too long'],
])('is not %.60s', (header, why) => {
  expect(() => parseUploadMetadata(header)).toThrow(`Upload-Metadata is invalid: ${why}`)
})

it.each(['text/html\r\nx: y', 'nonsense'])('takes no header %j for a type', (type) => {
  expect(() => parseUploadMetadata(`${place},${pair('contentType', type)}`)).toThrow()
})
