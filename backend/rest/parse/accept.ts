import { restErrors } from '../errors.ts'

/** How the rows are written into the body (rest.md §11). */
export type Format = {
  kind: 'array' | 'object' | 'csv'
  /** Keys whose value is null are left out. */
  stripNulls: boolean
  contentType: string
}

const json: Format = { kind: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }
const csv: Format = { kind: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
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

const formats = new Map<string, Format>([
  ['*/*', json],
  ['application/json', json],
  ['application/vnd.pgrst.array', json],
  ['application/vnd.pgrst.array+json', json],
  ['application/vnd.pgrst.array+json;nulls=stripped', strippedArray],
  ['application/vnd.pgrst.array;nulls=stripped', strippedArray],
  ['application/vnd.pgrst.object', object],
  ['application/vnd.pgrst.object+json', object],
  ['application/vnd.pgrst.object+json;nulls=stripped', strippedObject],
  ['application/vnd.pgrst.object;nulls=stripped', strippedObject],
  ['text/csv', csv],
])

/** The format to answer in: of those the caller accepts the best we have. */
export function negotiateFormat(accept: string | undefined): Format {
  if (accept === undefined) return json
  const known = formats.get(accept)
  if (known) return known
  const wishes = accept.split(',').map(parseWish)
  for (const { type } of wishes.toSorted((a, b) => b.quality - a.quality)) {
    const format = formats.get(type)
    if (format) return format
  }
  throw restErrors.mediaTypesNotAvailable(wishes.map(({ type }) => type))
}

function parseWish(wish: string): { type: string; quality: number } {
  const [type = '', ...parameters] = wish.split(';').map((part) => part.trim())
  let quality = 1
  const kept = [type.toLowerCase()]
  for (const parameter of parameters) {
    if (parameter.startsWith('q=')) quality = Number(parameter.slice(2)) || 0
    else if (parameter === 'nulls=stripped') kept.push(parameter)
  }
  return { type: kept.join(';'), quality }
}
