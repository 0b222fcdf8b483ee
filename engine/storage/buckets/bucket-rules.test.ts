import { describe, expect, it } from 'vitest'
import { parseFileSize, requireBucketName, requireMimeTypes } from './bucket-rules.ts'

const largest = 50_000_000

describe('a size', () => {
  it.each([
    [1000, 1000],
    ['20MB', 20_000_000],
    ['20mb', 20_000_000],
    ['30 KB', 30_000],
    ['3B', 3],
    ['500', 500],
    ['1.2345MB', 1_230_000],
    [0, 0],
    [null, null],
    [undefined, undefined],
  ])('%j', (size, bytes) => {
    expect(parseFileSize(size, largest)).toBe(bytes)
  })

  it.each(['much', '20TB', '-1', '', -1, 1.5, Number.NaN])('%j is refused', (size) => {
    expect(() => parseFileSize(size, largest)).toThrow('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  })

  it('above what the installation takes is refused', () => {
    expect(() => parseFileSize('51MB', largest)).toThrow('The object exceeded the maximum allowed size')
  })
})

it.each(['avatars', 'My Files', "a!_.*'()&$@=;:+,?-", 'x'.repeat(100)])('%s may be a bucket', (name) => {
  expect(() => requireBucketName(name)).not.toThrow()
})
it.each(['', ' avatars', 'avatars ', 'a/b', 'ünder', 'x'.repeat(101), 'a\nb', 'a%b'])('%j may not', (name) => {
  expect(() => requireBucketName(name)).toThrow('Bucket name invalid')
})

it('types are types or kinds of them', () => {
  expect(() => requireMimeTypes(['image/png', 'image/*', 'text/plain;charset=utf-8', '*/*'])).not.toThrow()
  expect(() => requireMimeTypes(['png'])).toThrow('mime type png is not supported')
})
