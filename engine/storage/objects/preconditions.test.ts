import { describe, expect, it } from 'vitest'
import { isUnchanged, requestedRange } from './preconditions.ts'

const file = { size: 10, eTag: '"a"', lastModified: new Date('2026-11-21T10:00:00.500Z') }
const then = 'Sat, 21 Nov 2026 10:00:00 GMT'
const before = 'Sat, 21 Nov 2026 09:59:59 GMT'

describe('a copy is still good', () => {
  it.each([
    [{}, false],
    [{ 'if-none-match': '"a"' }, true],
    [{ 'if-none-match': '"b"' }, false],
    [{ 'if-modified-since': then }, true],
    [{ 'if-modified-since': before }, false],
    [{ 'if-modified-since': 'yesterday' }, false],
    [{ 'if-none-match': '"b"', 'if-modified-since': then }, false],
  ])('%o: %s', (headers, unchanged) => {
    expect(isUnchanged(headers, file)).toBe(unchanged)
  })
})

describe('a range', () => {
  it.each([
    ['bytes=0-3', { start: 0, end: 3 }],
    ['bytes=3-', { start: 3, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=5-500', { start: 5, end: 9 }],
  ])('%s', (range, bytes) => {
    expect(requestedRange({ range }, file)).toEqual(bytes)
  })

  it.each(['bytes=10-', 'bytes=3-2', 'bytes=-0', 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b'])(
    '%s is refused',
    (range) => {
      expect(() => requestedRange({ range }, file)).toThrow('invalid range provided')
    },
  )

  it('of an empty file is refused', () => {
    expect(() => requestedRange({ range: 'bytes=0-' }, { ...file, size: 0 })).toThrow('invalid range provided')
  })

  it.each([
    ['"a"', { start: 0, end: 3 }],
    ['"b"', undefined],
    [then, { start: 0, end: 3 }],
    [before, undefined],
  ])('with If-Range %s', (ifRange, bytes) => {
    expect(requestedRange({ range: 'bytes=0-3', 'if-range': ifRange }, file)).toEqual(bytes)
  })
})
