import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Statement } from '../../database/database.ts'
import { ApiError } from '../../gateway/api-error.ts'
import { toStatement } from '../execute-plan.ts'
import { parseRequest } from '../parse/parse-request.ts'
import { planRequest } from '../plan/plan-request.ts'
import { restConfig } from '../rest-config.ts'
import { type AnyRequest, anyRequest } from '../testing/any-request.ts'
import { sampleSchema } from '../testing/sample-schema.ts'

// The limit that enables streaming row by row (streamed-read.ts); a request may ask for fewer.
const environment = {
  db_max_rows: '5000',
  db_aggregates_enabled: 'true',
  db_plan_enabled: 'true',
  db_tx_end: 'commit-allow-override',
}
const config = restConfig({ api: {}, environment })

/** The statement for a request; undefined where it is refused as the caller's mistake. */
function statementFor({ method, url, headers, body }: AnyRequest): Statement | undefined {
  try {
    const parsed = parseRequest(
      { method, url, headers, body: body === undefined ? undefined : Buffer.from(body) },
      config,
    )
    return toStatement(parsed, planRequest(parsed, sampleSchema, config), config.maxRows)
  } catch (error) {
    if (error instanceof ApiError && error.statusCode < 500) return undefined
    throw error
  }
}

/** Every word that a statement may contain unquoted; a caller's input is bound, or quoted as a name. */
const vocabulary = new Set(
  `select from as where and or not on true false null is distinct group by order asc desc nulls first last limit offset
  left inner join union over lateral with case when then else end cast exists any all insert into update set delete returning values
  conflict do nothing excluded in like ilike unknown variadic
  count sum avg min max coalesce nullif current_setting set_config row_to_json json_agg json_strip_nulls json_object_keys
  string_agg btrim chr json_each_text json_to_record json_to_recordset json_array_elements
  jsonb_to_record jsonb_to_recordset jsonb_build_object jsonb_array_elements jsonb_agg to_jsonb json_build_object
  to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery st_asgeojson
  bigint int integer text jsonb json tsvector numeric bytea array double precision timestamp with without time zone interval day
  total page_total body above row_number response_headers response_status location inserted key pair value data element _ one
  _postgrest_t pgrst_source pgrst_body pgrst_call pgrst_scalar pgrst_counted pgrst_matched pgrst_place materialized eq greatest least array_agg
  sees_whole rolsuper rolbypassrls pg_roles rolname current_user pg_class oid regclass relkind row_security_active boolean`.split(
    /\s+/,
  ),
)

/** A row count, which has been parsed as a number. */
const ROWS = /(LIMIT|<|\) -|,) \d{1,16}\b/g
const NAME = /"(?:[^"\0]|"")*"/g
const LITERAL = /'[a-z._=,]*'|'\(\)'|'\[\]'|'\{\}'/g
const PUNCTUATION = /[\s(),.=<>*+|&:~@!-]|\[1?\]/g

/** The words of a statement other than names, bound values and the vocabulary. */
function strangeWords(sql: string): string[] {
  const words = sql
    .replace(NAME, ' ')
    .replace(ROWS, ' ')
    .replace(LITERAL, ' ')
    .replace(/\$\d+/g, ' ')
    .replace(PUNCTUATION, ' ')
    .split(' ')
  return words.filter((word) => word !== '' && !/^\d{1,3}$/.test(word) && !vocabulary.has(word.toLowerCase()))
}

describe('whatever anybody sends', () => {
  it('is refused in an orderly way, or reaches SQL bound or as a quoted name', () => {
    let planned = 0
    fc.assert(
      fc.property(anyRequest, (request) => {
        const statement = statementFor(request)
        if (!statement) return
        planned++
        const strange = strangeWords(statement.text)
        if (strange.length > 0) expect({ strange, sql: statement.text }).toEqual({ strange: [] })
        const places = new Set(statement.text.replace(NAME, '').match(/\$\d+/g))
        expect(places.size).toBe(statement.values?.length ?? 0)
      }),
      { numRuns: 20_000 },
    )
    // The test would prove nothing if nearly all requests were refused.
    expect(planned).toBeGreaterThan(2_000)
  })

  it('would be noticed otherwise', () => {
    expect(strangeWords('SELECT "a""b" FROM "films" WHERE "id" = $1')).toEqual([])
    expect(strangeWords('SELECT "id" FROM "films"; drop table films')).toEqual([';', 'drop', 'table', 'films'])
    expect(strangeWords(`SELECT 'it''s' FROM "films" -- x`)).not.toEqual([])
  })
})
