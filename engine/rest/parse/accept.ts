import { restErrors } from '../errors.ts'
import type { Handler, Name } from '../schema/schema-types.ts'

/** The format of the response body (docs/wire/rest.md#answers). */
export type Format = {
  kind: 'array' | 'object' | 'csv' | 'geojson' | 'custom'
  /** Whether keys with a null value are left out. */
  stripNulls: boolean
  contentType: string
  /** The function that makes the body, for `custom`. */
  handler?: Handler
  /** The function that makes a GeoJSON feature of a row, for `geojson`; undefined where PostGIS is not installed. */
  feature?: Name | undefined
  /** Options of the execution plan that is wanted instead of the rows. */
  explain?: Explain
}

export type Explain = { format: 'TEXT' | 'JSON'; options: readonly string[] }

/** Formats that are available beyond the built-in ones. */
export type AvailableFormats = {
  /** Whether callers may request execution plans. */
  plan: boolean
  handler: (mediaType: string) => Handler | undefined
  feature: Name | undefined
}

const json: Format = { kind: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }
const csv: Format = { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
const geojson: Format = { kind: 'geojson', stripNulls: false, contentType: 'application/geo+json; charset=utf-8' }
const object: Format = {
  kind: 'object',
  stripNulls: false,
  contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
}
const strippedObject: Format = {
  kind: 'object',
  stripNulls: true,
  contentType: 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
}
const strippedArray: Format = {
  kind: 'array',
  stripNulls: true,
  contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
}

/** Built-in formats, which a project's own handler may replace. */
const formats = new Map<string, Format>([
  ['*/*', json],
  ['application/json', json],
  ['text/csv', csv],
])

const vendorFormats = new Map<string, Format>([
  ['application/vnd.pgrst.array', json],
  ['application/vnd.pgrst.array+json', json],
  ['application/vnd.pgrst.array+json;nulls=stripped', strippedArray],
  ['application/vnd.pgrst.array;nulls=stripped', strippedArray],
  ['application/vnd.pgrst.object', object],
  ['application/vnd.pgrst.object+json', object],
  ['application/vnd.pgrst.object+json;nulls=stripped', strippedObject],
  ['application/vnd.pgrst.object;nulls=stripped', strippedObject],
])

/** Picks the response format: the caller's most preferred one that is available. */
export function negotiateFormat(accept: string | undefined, offered: AvailableFormats): Format {
  const wishes = parseAccept(accept || '*/*')
  for (const wish of wishes.toSorted((a, b) => b.quality - a.quality)) {
    const format = formatFor(wish, offered)
    if (format) return format
  }
  throw restErrors.mediaTypesNotAvailable(wishes.map(({ type }) => type))
}

function formatFor(wish: AcceptedType, offered: AvailableFormats): Format | undefined {
  const plan = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(wish.type)
  return plan ? planFormat(plan[1] === 'json' ? 'JSON' : 'TEXT', wish, offered) : bodyFormat(wish.type, offered)
}

function bodyFormat(type: string, { handler, feature }: AvailableFormats): Format | undefined {
  const vendor = vendorFormats.get(type)
  if (vendor) return vendor
  const own = handler(type)
  if (!own) return type === 'application/geo+json' ? { ...geojson, feature } : formats.get(type)
  return { kind: 'custom', stripNulls: false, contentType: own.contentType, handler: own }
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

function planFormat(
  format: Explain['format'],
  { parameters }: AcceptedType,
  offered: AvailableFormats,
): Format | undefined {
  if (!offered.plan) return undefined
  const [wished] = parseAccept(parameters.get('for') ?? 'application/json')
  const explained = wished && bodyFormat(wished.type, offered)
  if (!explained) return undefined
  const asked = (parameters.get('options') ?? '').split('|')
  const options = explainOptions.filter((option) => asked.includes(option))
  const listed = options.length > 0 ? `; options=${options.join('|')}` : ''
  const contentType = `application/vnd.pgrst.plan+${format.toLowerCase()}; for="${mediaType(explained)}"${listed}; charset=utf-8`
  return { ...explained, contentType, explain: { format, options } }
}

const mediaType = ({ contentType }: Format) => contentType.replace('; charset=utf-8', '')

/** One media type of an Accept header; `nulls=stripped` is part of the type. */
type AcceptedType = { type: string; quality: number; parameters: ReadonlyMap<string, string> }

const ENTRY = /(?:"[^"]*"|[^",])+/g
const PARAMETER = /;\s*([\w-]+)\s*=\s*("[^"]*"|[^";]*)/g

/** The media types of an Accept header, in their order. */
export function parseAccept(accept: string): AcceptedType[] {
  return Array.from(accept.matchAll(ENTRY), ([entry]) => {
    const [name = ''] = entry.split(';', 1)
    const pairs = Array.from(entry.matchAll(PARAMETER), ([, key = '', value = '']): [string, string] => [
      key,
      value.trim().replace(/^"(.*)"$/, '$1'),
    ])
    const parameters = new Map(pairs)
    const quality = parameters.has('q') ? Number(parameters.get('q')) || 0 : 1
    const stripped = parameters.get('nulls') === 'stripped' ? ';nulls=stripped' : ''
    return { type: name.trim().toLowerCase() + stripped, quality, parameters }
  })
}
