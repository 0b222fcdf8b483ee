import { isUtf8 } from 'node:buffer'
import { isTooDeep, TOO_DEEP } from '../../gateway/json-depth.ts'
import { restErrors } from '../errors.ts'
import { parseCsv } from './csv.ts'
import { decodeParams, type Param } from './query-string.ts'

/** The request body, and the columns or arguments that it fills (docs/wire/rest.md#writes). */
export type Payload =
  | {
      kind: 'json'
      /** The unparsed text; Postgres parses it. */
      text: string
      isObject: boolean
      keys: readonly string[]
    }
  /** A form sent to a function: texts by argument name. */
  | { kind: 'arguments'; values: readonly Param[]; keys: readonly string[] }
  /** The single unnamed argument of a function. */
  | { kind: 'raw'; type: RawType; body: Buffer; keys: readonly string[] }

export type RawType = 'text' | 'xml' | 'bytea'

const rawTypes: Record<string, RawType> = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytea',
}

type BodySource = {
  body: Buffer | undefined
  contentType: string | undefined
  columns: readonly string[] | undefined
  toFunction: boolean
}

export function parsePayload({ body = emptyBody, contentType, columns, toFunction }: BodySource): Payload {
  const type = mediaType(contentType)
  if (rawTypes[type] !== 'bytea' && !isUtf8(body)) throw restErrors.invalidBody('The body is not UTF-8')
  switch (type) {
    case 'application/json':
      return parseJson(toFunction && body.length === 0 ? '{}' : body.toString(), columns)
    case 'text/csv':
      return parseCsvRows(body.toString())
    case 'application/x-www-form-urlencoded':
      return parseForm(body.toString(), toFunction)
    default: {
      const raw = rawTypes[type]
      if (raw === undefined || !toFunction) throw restErrors.invalidBody(`Content-Type not acceptable: ${type}`)
      return { kind: 'raw', type: raw, body, keys: [] }
    }
  }
}

const emptyBody = Buffer.alloc(0)

const mediaType = (contentType = 'application/json'): string => {
  const [type = ''] = contentType.split(';', 1)
  return type.trim().toLowerCase()
}

function parseJson(text: string, columns: readonly string[] | undefined): Payload {
  if (isTooDeep(text)) throw restErrors.invalidBody(TOO_DEEP)
  if (columns) return { kind: 'json', text, isObject: looksLikeObject(text), keys: unique(columns) }
  const value = parsed(text)
  if (Array.isArray(value)) return { kind: 'json', text, isObject: false, keys: commonKeys(value) }
  if (isObject(value)) return { kind: 'json', text, isObject: true, keys: Object.keys(value) }
  return { kind: 'json', text: '[]', isObject: false, keys: [] }
}

/**
 * Whether the text begins like a JSON object. With `columns` the body is not parsed here: Postgres rejects invalid
 * JSON.
 */
const looksLikeObject = (text: string) => /^[ \t\r\n]*\{/.test(text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw restErrors.invalidBody('Empty or invalid json')
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function commonKeys(rows: readonly unknown[]): readonly string[] {
  const [first] = rows
  if (first === undefined) return []
  const keys = isObject(first) ? Object.keys(first) : undefined
  const alike = (row: unknown) =>
    isObject(row) && Object.keys(row).length === keys?.length && keys.every((key) => Object.hasOwn(row, key))
  if (!keys || !rows.every(alike)) throw restErrors.invalidBody('All object keys must match')
  return keys
}

const unique = (names: readonly string[]) => [...new Set(names)]

function parseCsvRows(text: string): Payload {
  const [header = [], ...rows] = parseCsv(text) ?? [[]]
  if (header.length === 0) throw restErrors.invalidBody('Empty or invalid csv')
  if (rows.some((row) => row.length !== header.length)) {
    throw restErrors.invalidBody('All lines must have same number of fields')
  }
  const objects = rows.map((row) =>
    Object.fromEntries(header.map((name, at) => [name, row[at] === 'NULL' ? null : row[at]])),
  )
  return { kind: 'json', text: JSON.stringify(objects), isObject: false, keys: rows.length === 0 ? [] : unique(header) }
}

function parseForm(text: string, toFunction: boolean): Payload {
  const values = decodeParams(text)
  const keys = unique(values.map(([key]) => key))
  if (toFunction) return { kind: 'arguments', values, keys }
  return { kind: 'json', text: JSON.stringify(Object.fromEntries(values)), isObject: true, keys }
}
