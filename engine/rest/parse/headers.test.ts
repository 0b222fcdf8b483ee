import { describe, expect, it } from 'vitest'
import { negotiateFormat } from './accept.ts'
import { parsePreferences } from './prefer.ts'

const nothingElse = { plan: false, handler: () => undefined, feature: undefined }

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
    expect(negotiateFormat(accept, nothingElse)).toMatchObject({ kind, stripNulls })
  })

  it('is refused where nothing fits', () => {
    expect(() => negotiateFormat('text/html, image/png', nothingElse)).toThrow(
      expect.objectContaining({
        statusCode: 406,
        body: expect.objectContaining({ message: 'None of these media types are available: text/html, image/png' }),
      }),
    )
  })
})

describe('Accept of a plan', () => {
  const explained = (accept: string, plan = true) => negotiateFormat(accept, { ...nothingElse, plan })

  it.each([
    ['application/vnd.pgrst.plan', 'array', 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8'],
    [
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=verbose|analyze|x;',
      'object',
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json;nulls=stripped"; options=analyze|verbose; charset=utf-8',
    ],
    [
      'application/vnd.pgrst.plan+text; for="text/csv"; options=;',
      'csv',
      'application/vnd.pgrst.plan+text; for="text/csv"; charset=utf-8',
    ],
  ])('%j explains the format %s', (accept, kind, contentType) => {
    expect(explained(accept)).toMatchObject({ kind, contentType })
  })

  it('is refused unless it is switched on', () => {
    expect(() => explained('application/vnd.pgrst.plan+json', false)).toThrow(
      'None of these media types are available: application/vnd.pgrst.plan+json',
    )
  })
})

describe('Prefer', () => {
  it('reads every preference, the first of each kind', () => {
    expect(
      parsePreferences(
        'return=representation,  count=exact, resolution=merge-duplicates, missing=default, handling=strict, max-affected=5, tx=rollback, timezone=Asia/Tokyo, return=minimal',
      ),
    ).toEqual({
      return: 'representation',
      count: 'exact',
      resolution: 'merge-duplicates',
      missing: 'default',
      handling: 'strict',
      maxAffected: 5,
      tx: 'rollback',
      timezone: 'Asia/Tokyo',
      unknown: [],
    })
  })

  it('remembers what it does not know', () => {
    expect(parsePreferences('anything, return=everything')).toEqual({
      unknown: ['anything', 'return=everything'],
    })
  })
})
