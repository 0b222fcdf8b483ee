import { describe, expect, it } from 'vitest'
import { contentRange, readStatus } from './content-range.ts'
import { applyOverrides } from './response-overrides.ts'

describe('a page of rows', () => {
  const page = (offset: number, rows: number, total?: number) => [
    readStatus({ offset }, rows, total),
    contentRange(offset, offset + rows - 1, total),
  ]

  it.each([
    [0, 3, undefined, [200, '0-2/*']],
    [0, 0, undefined, [200, '*/*']],
    [100, 0, undefined, [200, '*/*']],
    [0, 3, 10, [206, '0-2/10']],
    [10, 0, 10, [206, '*/10']],
    [0, 3, 3, [200, '0-2/3']],
    [0, 0, 0, [200, '*/0']],
    [11, 0, 10, [416, '*/10']],
  ])('from %d with %d rows of %s', (offset, rows, total, expected) => {
    expect(page(offset, rows, total)).toEqual(expected)
  })
})

describe('what SQL says of the response', () => {
  const answer = { status: 200, headers: { 'content-type': 'application/json', 'x-kept': 'yes' }, body: 'x' }
  const override = (response_headers: string | null, response_status: string | null = null) =>
    applyOverrides(answer, { response_headers, response_status })

  it('replaces status and headers', () => {
    expect(override('[{"Content-Type": "text/plain"}, {"Set-Cookie": "a"}, {"Set-Cookie": "b"}]', '418')).toEqual({
      status: 418,
      headers: { 'content-type': 'text/plain', 'x-kept': 'yes', 'set-cookie': ['a', 'b'] },
      body: 'x',
    })
    expect(override(null)).toBe(answer)
  })

  it.each([
    '[{"a": "b\\r\\nc: d"}]',
    '[{"a b": "c"}]',
    '{"a": "b"}',
    '[{"a": 1}]',
    '[{"a": "1", "b": "2"}]',
    '[null]',
    'no json',
  ])('must be well formed: %j', (headers) => {
    expect(() => override(headers)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 'PGRST111' }) }),
    )
  })

  it.each(['ok', '99', '1000', '101'])('must be a status: %j', (status) => {
    expect(() => override(null, status)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 'PGRST112' }) }),
    )
  })
})
