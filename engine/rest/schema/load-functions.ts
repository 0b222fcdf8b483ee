import type { Transaction } from '../../database/database.ts'
import type { RestConfig } from '../rest-config.ts'
import { baseTypeOf } from './base-type.ts'
import { type ComputedRelationship, type DbFunction, keyOf, type Name, type Parameter } from './schema-types.ts'

type FunctionRow = {
  oid: string
  description: string | null
  schema: string
  name: string
  parameters: { name: string; type: string; variadic: boolean }[]
  defaults: number
  volatility: 'v' | 's' | 'i'
  returns_set: boolean
  returns_composite: boolean
  type_schema: string
  type_name: string
  config: string[] | null
}

const volatilities = { v: 'volatile', s: 'stable', i: 'immutable' } as const

const unnamedTypes = ['json', 'jsonb', 'text', 'xml', 'bytea']

/**
 * Loads the functions of the schemas. Their settings listed in `hoisted` are applied before the call begins
 * (docs/wire/rest.md#one-request).
 */
export async function loadFunctions(
  tx: Transaction,
  { schemas, hoisted }: Pick<RestConfig, 'schemas' | 'hoisted'>,
): Promise<Map<string, DbFunction[]>> {
  const functions = new Map<string, DbFunction[]>()
  for (const row of await tx.query<FunctionRow>(FUNCTIONS, [schemas])) {
    const overload = toFunction(row, hoisted)
    if (!isCallable(overload)) continue
    const key = keyOf(row.schema, row.name)
    functions.set(key, [...(functions.get(key) ?? []), overload])
  }
  return functions
}

/** Whether a function can be called: arguments are passed by name, and a single unnamed one can take the whole body. */
function isCallable({ parameters }: DbFunction): boolean {
  const [only] = parameters
  if (parameters.every(({ name }) => name !== '')) return true
  return parameters.length === 1 && only !== undefined && unnamedTypes.includes(only.type)
}

function toFunction(row: FunctionRow, hoisted: readonly string[]): DbFunction {
  const { oid, description, schema, name, parameters, defaults, volatility, returns_set, returns_composite, config } =
    row
  const type = { schema: row.type_schema, name: row.type_name }
  const isVoid = type.schema === 'pg_catalog' && type.name === 'void'
  return {
    oid,
    description,
    schema,
    name,
    parameters: parameters.map(
      (parameter, at): Parameter => ({
        ...parameter,
        type: withoutLength[parameter.type] ?? parameter.type,
        required: at < parameters.length - defaults,
      }),
    ),
    volatility: volatilities[volatility],
    returns: { set: returns_set, kind: isVoid ? 'void' : returns_composite ? 'composite' : 'scalar', type },
    settings: Object.fromEntries(splitSettings(config ?? []).filter(([setting]) => hoisted.includes(setting))),
  }
}

/**
 * Types whose name alone means a length of one, with their names for a value of any length, which a parameter takes.
 */
const withoutLength: Record<string, string> = {
  bit: 'bit varying',
  'bit[]': 'bit varying[]',
  character: 'character varying',
  'character[]': 'character varying[]',
}

export const splitSettings = (config: readonly string[]): [string, string][] =>
  config.map((entry) => {
    const equals = entry.indexOf('=')
    return [entry.slice(0, equals), entry.slice(equals + 1)]
  })

const FUNCTIONS = `
select
  p.oid::text as oid,
  obj_description(p.oid, 'pg_proc') as description,
  n.nspname as schema,
  p.proname as name,
  coalesce((
    select json_agg(json_build_object(
      'name', coalesce(arg.name, ''),
      'type', format_type(arg.type, null),
      'variadic', coalesce(arg.mode = 'v', false)
    ) order by arg.place)
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes::text[])
      with ordinality as arg (type, name, mode, place)
    where coalesce(arg.mode, 'i') in ('i', 'b', 'v')
  ), '[]') as parameters,
  p.pronargdefaults::int as defaults,
  p.provolatile::text as volatility,
  p.proretset as returns_set,
  t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false) as returns_composite,
  tn.nspname as type_schema,
  t.typname as type_name,
  p.proconfig as config
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type returned on returned.oid = p.prorettype
join lateral (select ${baseTypeOf('returned')} as oid) as base on true
join pg_type t on t.oid = base.oid
join pg_namespace tn on tn.oid = t.typnamespace
where p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger') and n.nspname = any ($1)
order by n.nspname, p.proname, p.oid`

type ComputedRow = { function: Name; from: Name; to: Name; to_one: boolean }

/** Loads the functions that take one row and return rows, which makes them embeddable (docs/wire/rest.md#embedding). */
export async function loadComputedRelationships(
  tx: Transaction,
  schemas: readonly string[],
): Promise<ComputedRelationship[]> {
  const rows = await tx.query<ComputedRow>(COMPUTED_RELATIONSHIPS, [schemas])
  return rows.map(({ to_one, ...row }) => ({
    kind: 'computed',
    ...row,
    toOne: to_one,
    fromIsView: false,
    toIsView: false,
  }))
}

const COMPUTED_RELATIONSHIPS = `
select
  json_build_object('schema', n.nspname, 'name', p.proname) as function,
  json_build_object('schema', fn.nspname, 'name', f.relname) as "from",
  json_build_object('schema', tn.nspname, 'name', t.relname) as "to",
  not p.proretset or p.prorows = 1 as to_one
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_class f on f.reltype = p.proargtypes[0]
join pg_namespace fn on fn.oid = f.relnamespace
join pg_class t on t.reltype = p.prorettype
join pg_namespace tn on tn.oid = t.relnamespace
where p.pronargs = 1 and n.nspname = any ($1)
  and f.relkind in ('r', 'v', 'm', 'f', 'p') and t.relkind in ('r', 'v', 'm', 'f', 'p')
order by n.nspname, p.proname`
