import { restErrors } from '../errors.ts'
import { type Format, negotiateFormat } from '../parse/accept.ts'
import type { ParsedRequest } from '../parse/parse-request.ts'
import type { Query } from '../parse/query.ts'
import type { RestConfig } from '../rest-config.ts'
import { type Handler, handlerKey, keyOf, type Name, type Schema } from '../schema/schema-types.ts'
import { findFunction } from './find-function.ts'
import { findTable } from './find-table.ts'
import type { CallPlan, ReadPlan, WritePlan } from './plan.ts'
import { planCall } from './plan-call.ts'
import { planRead } from './plan-read.ts'
import { planWrite } from './plan-write.ts'

/** A request after lookup in the schema, checked as far as possible without asking Postgres. */
export type Plan = { read: ReadPlan; format: Format } & (
  | { kind: 'read' }
  | { kind: 'write'; write: WritePlan }
  | { kind: 'call'; call: CallPlan }
)

export function planRequest(parsed: ParsedRequest, schema: Schema, config: RestConfig): Plan {
  if (parsed.action === 'call') return planFunctionRequest(parsed, schema, config)
  const { maxRows, aggregates } = config
  const table = findTable(schema, parsed.schema, parsed.resource.name)
  const origin = { schema: table.schema, name: table.name }
  const { query, range } = parsed
  if (parsed.action === 'read') {
    const root = { table, origin, from: { kind: 'relation', name: origin } } as const
    const read = planRead(schema, root, query, query.filters, { range, maxRows, aggregates })
    return { kind: 'read', read, format: formatOf(parsed, schema, config, origin) }
  }
  // A write returns every row that it wrote, and the filters of the root have already chosen those.
  const root = { table, origin, from: { kind: 'source', alias: table.name } } as const
  const embedded = query.filters.filter(({ path }) => path.length > 0)
  const read = planRead(schema, root, query, embedded, { range: { offset: 0 }, maxRows: undefined, aggregates })
  const { action: kind, preferences, payload } = parsed
  const write = planWrite({ kind, table, query, preferences, payload, read })
  return { kind: 'write', read, write, format: formatOf(parsed, schema, config, origin) }
}

function planFunctionRequest(parsed: ParsedRequest, schema: Schema, config: RestConfig): Plan {
  const { maxRows, aggregates } = config
  const { query, payload, range, preferences } = parsed
  const called = findFunction(schema, {
    schema: parsed.schema,
    name: parsed.resource.name,
    argumentNames: payload?.keys ?? [...new Set(query.args.map(([name]) => name))],
    body: payload && (payload.kind === 'raw' ? payload.type : payload.kind === 'json' ? 'json' : 'form'),
  })
  const { type, kind, set } = called.returns
  const table = kind === 'composite' ? schema.tables.get(keyOf(type.schema, type.name)) : undefined
  const origin = table ? { schema: table.schema, name: table.name } : { schema: called.schema, name: called.name }
  const root = { table, origin, from: { kind: 'source', alias: origin.name } } as const
  const read = planRead(schema, root, query, query.filters, { range, maxRows, aggregates })
  const call = planCall(called, query, payload, read)
  const format = formatOf(parsed, schema, config, origin)
  if (preferences.handling === 'strict' && preferences.maxAffected !== undefined && !set) {
    throw restErrors.maxAffectedOnSingle()
  }
  return { kind: 'call', read, call, format }
}

/** The response format for `of`, which is the table whose rows are returned, or the function. */
function formatOf(parsed: ParsedRequest, schema: Schema, { plan }: RestConfig, of: Name): Format {
  const { preferences, accept, query } = parsed
  if (preferences.handling === 'strict' && preferences.unknown.length > 0) {
    throw restErrors.invalidPreferences(preferences.unknown)
  }
  return negotiateFormat(accept, {
    plan,
    handler: (type) => findHandler(schema, of, type, isEverything(query)),
    feature: schema.feature,
  })
}

/** The project's handler of a media type. One made for a table or function takes its whole rows. */
function findHandler({ handlers }: Schema, of: Name, type: string, whole: boolean): Handler | undefined {
  const own = whole ? (handlers.get(handlerKey(of, '*/*')) ?? handlers.get(handlerKey(of, type))) : undefined
  return own ?? handlers.get(handlerKey(undefined, type))
}

const isEverything = ({ select: [item, ...more] }: Query) =>
  more.length === 0 && item?.kind === 'column' && item.field.name === '*' && item.aggregate === undefined
