import type { Format } from '../parse/accept.ts'
import type { Handler, Name } from '../schema/schema-types.ts'
import { qualified } from './quoting.ts'

/** SQL for the response body, which Postgres renders whole: JavaScript would lose digits of large numbers. */
export function rowsSql(format: Format | undefined): string {
  switch (format?.kind) {
    case undefined:
      return `''`
    case 'array':
      return arraySql('_postgrest_t', format.stripNulls)
    case 'object':
      return objectSql('_postgrest_t', format.stripNulls)
    case 'csv':
      return CSV
    case 'geojson':
      return featuresSql(format.feature)
    case 'custom':
      return customSql(format.handler, '_postgrest_t')
  }
}

/** SQL for a custom media type's body: text or bytes. */
export function customSql(handler: Handler | undefined, row: string): string {
  if (!handler) return `''`
  const { kind, function: called, of, isBinary } = handler
  const given = kind === 'aggregate' && of && row === '_postgrest_t' ? `${row}::${qualified(of)}` : row
  const body = kind === 'aggregate' ? `${qualified(called)}(${given})` : `(array_agg(${given}))[1]`
  return `(${body})::${isBinary ? 'bytea' : 'text'}`
}

export const stripped = (json: string, stripNulls: boolean) => (stripNulls ? `json_strip_nulls(${json})` : json)
export const arraySql = (row: string, stripNulls: boolean) =>
  `COALESCE(${stripped(`json_agg(${row})`, stripNulls)}, '[]')`
export const objectSql = (row: string, stripNulls: boolean) =>
  `COALESCE(${stripped(`json_agg(${row})->0`, stripNulls)}, 'null')`

/** SQL for the CSV header, from a whole row. */
export const csvHeader = (row: string) => `(
      SELECT COALESCE(string_agg(key, ','), '')
      FROM json_object_keys(row_to_json(${row})) AS key
    )`

/**
 * SQL for a CSV row: a record as Postgres writes it, without the outer parentheses. Values that contain parentheses are
 * quoted, so only the outer pair is trimmed.
 */
export const CSV_ROW = `btrim(_postgrest_t::text, '()')`

const CSV = `${csvHeader('(array_agg(_postgrest_t))[1]')}
    || chr(10)
    || COALESCE(string_agg(${CSV_ROW}, chr(10)), '')`

/** SQL for a GeoJSON body. Where PostGIS is not installed, Postgres reports that the function does not exist. */
function featuresSql(feature: Name | undefined): string {
  const called = feature ? qualified(feature) : 'ST_AsGeoJSON'
  return `json_build_object('type', 'FeatureCollection', 'features', COALESCE(json_agg(${called}(_postgrest_t)::json), '[]'))`
}
