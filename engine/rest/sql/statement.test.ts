import { describe, expect, it } from 'vitest'
import { toStatement } from '../execute-plan.ts'
import { parseRequest } from '../parse/parse-request.ts'
import { planRequest } from '../plan/plan-request.ts'
import { restConfig } from '../rest-config.ts'
import { sampleSchema } from '../testing/sample-schema.ts'
import { arrayLiteral, literal, quote } from './quoting.ts'

const config = restConfig({ api: {} })

function statementFor(method: string, url: string, body = '', headers: Record<string, string> = {}) {
  const parsed = parseRequest({ method, url, headers, body: Buffer.from(body) }, config)
  const { text, values } = toStatement(parsed, planRequest(parsed, sampleSchema, config), config.maxRows)
  // Normalizes white space, so that line breaks of the SQL do not matter.
  return { text: text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')'), values }
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
      'FROM (SELECT "public"."films"."title" FROM "public"."films" WHERE "public"."films"."id" = $1 AND "public"."films"."title" = ANY($2) LIMIT 5) AS _postgrest_t',
    )
    expect(values).toEqual(['7', '{"a","b"}'])
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
      'CASE WHEN count(*) < 1000 THEN count(*) ELSE (SELECT count(*) FROM (SELECT 1 FROM "public"."films")',
    )
  })

  it('counts and reads nothing where only the number is asked for', () => {
    const { text } = statementFor('HEAD', '/films?select=title&order=id&offset=5', '', { prefer: 'count=exact' })
    expect(text).toContain('greatest(least(count(*) - 5, 1000), 0) AS page_total')
    expect(text).toContain('FROM (SELECT "public"."films"."title", "public"."films"."id" FROM "public"."films") AS')
  })

  it('cuts out the page before it embeds anything', () => {
    const { text, values } = statementFor('GET', '/films?select=title,directors(last_name)&order=id&limit=5')
    expect(text).toContain(
      'FROM (SELECT "public"."films"."title", "public"."films"."id", "public"."films"."director_id" FROM "public"."films" ORDER BY "public"."films"."id" LIMIT 5) AS "pgrst_page" LEFT JOIN LATERAL',
    )
    expect(text).toContain('ON TRUE ORDER BY "pgrst_page"."id") AS _postgrest_t')
    expect(values).toEqual([])
  })

  it.each([
    ['what is embedded decides', 'select=title,directors!inner(last_name)'],
    ['what is embedded is asked for', 'select=title,directors(last_name)&directors=is.null'],
    ['what is embedded orders', 'select=title,directors(last_name)&order=directors(last_name)'],
    ['a function of the row is shown', 'select=title,slug,directors(last_name)'],
  ])('embeds first where %s', (_, query) => {
    expect(statementFor('GET', `/films?${query}&limit=5`).text).not.toContain('pgrst_page')
  })

  it('reads a table once for a page and the count of a search', () => {
    const counted = { prefer: 'count=exact' }
    const { text, values } = statementFor(
      'GET',
      '/films?select=id,title,directors(last_name)&title=like.*x*&order=details->a.desc,id&limit=5&offset=10',
      '',
      counted,
    )
    expect(text).toContain(
      'WITH pgrst_matched AS MATERIALIZED (SELECT "public"."films"."id", "public"."films"."details" FROM "public"."films" WHERE "public"."films"."title" LIKE $1) SELECT (SELECT count(*) FROM pgrst_matched) AS total',
    )
    expect(text).toContain(
      '(SELECT "id" FROM pgrst_matched ORDER BY pgrst_matched."details"->$2 DESC, pgrst_matched."id" LIMIT 5 OFFSET $3) AS pgrst_place INNER JOIN "public"."films" ON "public"."films"."id" = pgrst_place."id"',
    )
    expect(values).toEqual(['%x%', 'a', '10', 'a'])
  })

  it.each([
    ['a beginning, which an index finds', 'select=*&title=like.x*', 'count=exact'],
    ['no count', 'select=*&title=like.*x*', ''],
    ['keys that the caller has not named and may not read', 'select=title&title=like.*x*', 'count=exact'],
    [
      'rows in the order of another table',
      'select=*,directors(last_name)&title=like.*x*&order=directors(last_name)',
      'count=exact',
    ],
  ])('reads a page as any other where a search asks for %s', (_, query, prefer) => {
    expect(statementFor('GET', `/films?${query}&limit=5`, '', { prefer }).text).not.toContain('pgrst_matched')
  })

  it('returns nothing of a minimal insert, so that it needs no right to read', () => {
    expect(statementFor('POST', '/films', '{"id":1}').text).toContain(
      'INSERT INTO "public"."films"("id") SELECT pgrst_body."id" FROM json_to_record($1) AS pgrst_body("id" integer) RETURNING 1)',
    )
  })
})
