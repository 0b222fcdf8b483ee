import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../gateway/api-error.ts'
import { restConfig } from '../config.ts'
import { toStatement } from '../execute.ts'
import { parseRequest } from '../parse/parse-request.ts'
import { planRequest } from '../plan/plan-request.ts'
import { sampleSchema } from '../testing/sample-schema.ts'
import { arrayLiteral, literal, quote } from './sql.ts'

const config = restConfig({ api: {} })

function statementFor(method: string, url: string, body = '', headers: Record<string, string> = {}) {
  const asked = parseRequest({ method, url, headers, body: Buffer.from(body) }, config)
  return toStatement(asked, planRequest(asked, sampleSchema, config), config.maxRows)
}

describe('quoting', () => {
  it('doubles quotes and ends at a NUL', () => {
    expect(quote('a"b')).toBe('"a""b"')
    expect(quote('a\0"; drop table films')).toBe('"a"')
    expect(literal("it's \\")).toBe("E'it''s \\\\'")
    expect(arrayLiteral(['a', '"b"', 'c\\', ''])).toBe('{"a","\\"b\\"","c\\\\",""}')
  })
})

describe('the statement', () => {
  it('binds every value, without a type', () => {
    const { text, values } = statementFor('GET', '/films?select=title&id=eq.7&title=in.(a,b)&limit=5')
    expect(text).toContain(
      'FROM (SELECT "public"."films"."title" FROM "public"."films" WHERE "public"."films"."id" = $1 AND "public"."films"."title" = ANY($2) LIMIT $3) AS _postgrest_t',
    )
    expect(values).toEqual(['7', '{"a","b"}', '5'])
  })

  it('uses JSON operators on JSON, and makes JSON of the rest', () => {
    expect(statementFor('GET', '/films?details->a->0=eq.1').text).toContain('"details"->$1->$2::int = $3')
    expect(statementFor('GET', '/films?title->a=eq.1').text).toContain('to_jsonb("public"."films"."title")->$1 = $2')
  })

  it('searches documents as they are, and text as a document', () => {
    expect(statementFor('GET', '/films?document=fts(english).cat').text).toContain('"document" @@ to_tsquery($1, $2)')
    expect(statementFor('GET', '/films?title=plfts.cat').text).toContain(
      'to_tsvector("public"."films"."title") @@ plainto_tsquery($1)',
    )
  })

  it('counts only what the page does not tell', () => {
    const { text } = statementFor('GET', '/films', '', { prefer: 'count=exact' })
    expect(text).toContain(
      'CASE WHEN count(*) < $2 THEN count(*) ELSE (SELECT count(*) FROM (SELECT 1 FROM "public"."films")',
    )
  })

  it('cuts out the page before it embeds anything', () => {
    const { text, values } = statementFor('GET', '/films?select=title,directors(last_name)&order=id&limit=5')
    expect(text).toContain(
      'FROM (SELECT "public"."films"."title", "public"."films"."id", "public"."films"."director_id" FROM "public"."films" ORDER BY "public"."films"."id" LIMIT $1) AS "pgrst_page" LEFT JOIN LATERAL',
    )
    expect(text).toContain('ON TRUE ORDER BY "pgrst_page"."id") AS _postgrest_t')
    expect(values).toEqual(['5'])
  })

  it.each([
    ['what is embedded decides', 'select=title,directors!inner(last_name)'],
    ['what is embedded is asked for', 'select=title,directors(last_name)&directors=is.null'],
    ['what is embedded orders', 'select=title,directors(last_name)&order=directors(last_name)'],
    ['a function of the row is shown', 'select=title,slug,directors(last_name)'],
  ])('embeds first where %s', (_, query) => {
    expect(statementFor('GET', `/films?${query}&limit=5`).text).not.toContain('pgrst_page')
  })

  it('returns nothing of a minimal insert, so that it needs no right to read', () => {
    expect(statementFor('POST', '/films', '{"id":1}').text).toContain(
      'INSERT INTO "public"."films"("id") SELECT pgrst_body."id" FROM json_to_record($1) AS pgrst_body("id" integer) RETURNING 1)',
    )
  })
})

describe('whatever anybody sends', () => {
  const operators = [
    'eq',
    'neq',
    'like',
    'in',
    'is',
    'fts',
    'cs',
    'not.eq',
    'not.in',
    'eq(any)',
    'fts(english)',
    'isdistinct',
  ]
  const columns = [
    'id',
    'title',
    'details->a',
    'details->>b',
    'directors.id',
    'actors.last_name',
    'or',
    'actors.or',
    'order',
    'limit',
  ]
  const garbage = fc.string({ unit: 'grapheme', maxLength: 30 })
  const value = fc.oneof(
    garbage,
    fc.tuple(fc.constantFrom(...operators), garbage).map(([operator, text]) => `${operator}.${text}`),
    garbage.map((text) => `in.(${text})`),
    garbage.map((text) => `(id.eq.${text})`),
  )
  const selects = ['*,directors(*),actors(*)', 'id,details->a,...directors(last_name)', 'actors!inner(last_name)']
  const param = fc.oneof(
    fc.tuple(fc.oneof(garbage, fc.constantFrom(...columns)), value),
    fc.tuple(fc.constant('select'), fc.oneof(garbage, fc.constantFrom(...selects))),
  )
  const query = fc
    .array(param, { maxLength: 5 })
    .map((params) => params.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&'))
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
    path: fc.constantFrom('/films', '/rpc/add', '/rpc/echo', '/directors'),
    query: fc.oneof(query, fc.string({ maxLength: 60 })),
    body: fc.oneof(fc.json(), fc.string()),
    prefer: fc.constantFrom(
      'return=representation',
      'count=exact',
      'missing=default,return=headers-only',
      'resolution=merge-duplicates',
    ),
  })

  it('is refused in an orderly way, or planned', () => {
    fc.assert(
      fc.property(request, ({ method, path, query, body, prefer }) => {
        try {
          statementFor(method, `${path}?${query}`, body, { prefer })
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('never gets a value into the text of the statement', () => {
    const mark = 'Zq9'
    const places = [
      (text: string) => `title=eq.${text}`,
      (text: string) => `title=like.${text}`,
      (text: string) => `title=in.(${text},"${text}")`,
      (text: string) => `or=(title.eq."${text}",id.in.(${text}))`,
      (text: string) => `details->>"${text}"=eq.1`,
      (text: string) => `select=details->"${text}"::text`,
      (text: string) => `title=fts.${text}`,
      (text: string) => `select=actors(id)&actors.last_name=eq.${text}`,
    ]
    const marked = fc.tuple(garbage, garbage).map(([before, after]) => `${before}${mark}${after}`)
    fc.assert(
      fc.property(fc.constantFrom(...places), marked, (place, text) => {
        const encoded = place('').includes('select=details')
          ? text.replace(/["\\]/g, '')
          : text.replace(/["\\,()]/g, '')
        const url = `/films?${place(encodeURIComponent(encoded))}`
        const { text: sql, values = [] } = statementFor('GET', url)
        expect(values.some((bound) => String(bound).includes(mark))).toBe(true)
        expect(withoutAliases(sql)).not.toContain(mark)
      }),
      { numRuns: 1000 },
    )
  })

  /** The name of a JSON value in the answer is a quoted alias; everything else from outside has to be bound. */
  const withoutAliases = (sql: string) => sql.replace(/ AS "(?:[^"]|"")*"/g, '')
})
