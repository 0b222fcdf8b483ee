/** What a Postgres type is in OpenAPI; undefined for JSON, which may be anything. */
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

/** Whole numbers have OpenAPI's own formats; every other type is its format. */
export const openApiFormat = (type: string): string => formats[type] ?? type

const formats: Record<string, string> = { smallint: 'int32', integer: 'int32', bigint: 'int64' }

const isArray = (type: string) => type.endsWith('[]')
export const elementType = (type: string) => type.slice(0, -'[]'.length)

/** `type`, and of a list what is in it. */
export function typed(type: string) {
  const shown = openApiType(type)
  const element = isArray(type) ? openApiType(elementType(type)) : undefined
  return {
    ...(shown !== undefined && { type: shown }),
    ...(shown === 'array' && { items: element === undefined ? {} : { type: element } }),
  }
}
