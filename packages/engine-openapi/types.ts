/** The OpenAPI type of a Postgres type; undefined for JSON, which may be of any type. */
export function openApiType(type: string): string | undefined {
  if (type === 'json' || type === 'jsonb') return undefined
  return types[type] ?? (isArray(type) ? 'array' : 'string')
}

const types: Record<string, string> = {
  boolean: 'boolean',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
}

/** The OpenAPI format: integers have their own, any other Postgres type is its own format. */
export const openApiFormat = (type: string): string => formats[type] ?? type

const formats: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

const isArray = (type: string) => type.endsWith('[]')
export const elementType = (type: string) => type.slice(0, -'[]'.length)

/** The `type` keyword, and `items` for an array. */
export function typed(type: string) {
  const shown = openApiType(type)
  const element = isArray(type) ? openApiType(elementType(type)) : undefined
  return {
    ...(shown !== undefined && { type: shown }),
    ...(shown === 'array' && { items: element === undefined ? {} : { type: element } }),
  }
}
