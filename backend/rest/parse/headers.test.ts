import { describe, expect, it } from 'vitest'
import { negotiateFormat } from './accept.ts'
import { parsePreferences } from './prefer.ts'

describe('Accept', () => {
  it.each([
    [undefined, 'array', false],
    ['*/*', 'array', false],
    ['application/json', 'array', false],
    ['application/vnd.pgrst.object+json', 'object', false],
    ['application/vnd.pgrst.object+json; nulls=stripped', 'object', true],
    ['application/vnd.pgrst.array+json;nulls=stripped', 'array', true],
    ['text/html, text/csv;q=0.5', 'csv', false],
    ['application/json;q=0.1, text/csv', 'csv', false],
    ['application/json; charset=utf-8', 'array', false],
  ])('%j is answered as %s', (accept, kind, stripNulls) => {
    expect(negotiateFormat(accept)).toMatchObject({ kind, stripNulls })
  })

  it('is refused where nothing fits', () => {
    expect(() => negotiateFormat('text/html, image/png')).toThrow(
      expect.objectContaining({
        statusCode: 406,
        body: expect.objectContaining({ message: 'None of these media types are available: text/html, image/png' }),
      }),
    )
  })
})

describe('Prefer', () => {
  it('reads every preference, the first of each kind', () => {
    expect(
      parsePreferences(
        'return=representation,  count=exact, resolution=merge-duplicates, missing=default, handling=strict, max-affected=5, timezone=Asia/Tokyo, return=minimal',
      ),
    ).toEqual({
      return: 'representation',
      count: 'exact',
      resolution: 'merge-duplicates',
      missing: 'default',
      handling: 'strict',
      maxAffected: 5,
      timezone: 'Asia/Tokyo',
      unknown: [],
    })
  })

  it('remembers what it does not know, and knows tx without following it', () => {
    expect(parsePreferences('tx=rollback, anything, return=everything')).toEqual({
      unknown: ['anything', 'return=everything'],
    })
  })
})
