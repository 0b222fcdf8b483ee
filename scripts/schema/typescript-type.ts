/** The TypeScript type of each PostgreSQL type, as JSON represents it. */
const types: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'string',
  integer: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'number',
  smallint: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  'double precision': 'number',
  'timestamp with time zone': 'string',
  void: 'undefined',
}

export function typeOf(type: string): string {
  if (type.endsWith('[]')) return `${typeOf(type.slice(0, -2))}[]`
  const found = types[type]
  if (!found) throw new Error(`Which type of TypeScript is ${type}? scripts/schema/typescript-type.ts does not know.`)
  return found
}

/**
 * Columns typed as string in spite of their check: pages show unknown values as stored, so a new value needs no new
 * page.
 */
const shownAsStored = ['industry', 'note_category', 'prospect_status']

/** The type of a column, narrowed to the values that a check lists. */
export function typeOfColumn(column: { name: string; type: string; isNullable: boolean; checks: string[] }): string {
  const type = listed(column) ?? typeOf(column.type)
  return column.isNullable ? `${type} | null` : type
}

function listed({ name, type, checks }: { name: string; type: string; checks: string[] }): string | undefined {
  if (shownAsStored.includes(name)) return undefined
  for (const check of checks) {
    if (check.includes(`jsonb_typeof(${name}) = 'object'`)) return 'Record<string, unknown>'
    const list = listOf(check, type.endsWith('[]') ? '<@ ARRAY' : '= ANY (ARRAY') ?? onlyValue(check, name)
    if (list) return type.endsWith('[]') ? `(${list})[]` : list
  }
  return undefined
}

/** Reads the values from a check as PostgreSQL prints it: `(role = ANY (ARRAY['user'::text, …]))`. */
function listOf(check: string, operator: string): string | undefined {
  const [, list] = check.split(`${operator}[`)
  const values = list?.split(']')[0]?.matchAll(/'((?:[^']|'')*)'::text/g)
  return values && Array.from(values, ([, value = '']) => literal(value)).join(' | ')
}

/** Reads the value from a check such as `(room_id = 'general'::text)`. */
function onlyValue(check: string, name: string): string | undefined {
  const value = new RegExp(`^CHECK \\(\\(${name} = '((?:[^']|'')*)'::text\\)\\)$`).exec(check)?.[1]
  return value === undefined ? undefined : literal(value)
}

const literal = (value: string) => JSON.stringify(value.replaceAll("''", "'"))
