import type { Format } from '../parse/accept.ts'
import type { Handler, Name } from '../schema/schema.ts'
import { qualified } from './sql.ts'

/** The rows as the body, which Postgres renders whole: JavaScript would lose digits of large numbers. */
export function rowsSql(format: Format | undefined): string {
  switch (format?.kind) {
    case undefined:
      return `''`
    case 'array':
      return many('_postgrest_t', format.stripNulls)
    case 'object':
      return one('_postgrest_t', format.stripNulls)
    case 'csv':
      return CSV
    case 'geojson':
      return featuresSql(format.feature)
    case 'custom':
      return customSql(format.handler, '_postgrest_t')
  }
}

/** A body of the project's own making: text, or bytes. */
export function customSql(handler: Handler | undefined, row: string): string {
  if (!handler) return `''`
  const { kind, function: called, of, isBinary } = handler
  const given = kind === 'aggregate' && of && row === '_postgrest_t' ? `${row}::${qualified(of)}` : row
  const body = kind === 'aggregate' ? `${qualified(called)}(${given})` : `(array_agg(${given}))[1]`
  return `(${body})::${isBinary ? 'bytea' : 'text'}`
}

export const stripped = (json: string, stripNulls: boolean) => (stripNulls ? `json_strip_nulls(${json})` : json)
export const many = (row: string, stripNulls: boolean) => `COALESCE(${stripped(`json_agg(${row})`, stripNulls)}, '[]')`
export const one = (row: string, stripNulls: boolean) =>
  `COALESCE(${stripped(`json_agg(${row})->0`, stripNulls)}, 'null')`

/** What each row of a CSV is called by, of a whole row. */
export const csvHeader = (row: string) => `(
      SELECT COALESCE(string_agg(key, ','), '')
      FROM json_object_keys(row_to_json(${row})) AS key
    )`

/** As Postgres writes a record, without its parentheses: what has some within is quoted, so that there is one at each end. */
export const CSV_ROW = `btrim(_postgrest_t::text, '()')`

const CSV = `${csvHeader('(array_agg(_postgrest_t))[1]')}
    || chr(10)
    || COALESCE(string_agg(${CSV_ROW}, chr(10)), '')`

/** PostGIS makes the features; where it is not installed, Postgres says that there is no such function. */
function featuresSql(feature: Name | undefined): string {
  const called = feature ? qualified(feature) : 'ST_AsGeoJSON'
  return `json_build_object('type', 'FeatureCollection', 'features', COALESCE(json_agg(${called}(_postgrest_t)::json), '[]'))`
}
