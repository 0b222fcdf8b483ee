import type { Query } from '../parse/query.ts'
import type { Payload } from '../parse/request-body.ts'
import type { DbFunction } from '../schema/schema-types.ts'
import { type CallArguments, type CallPlan, namesUsedAtRoot, type ReadPlan } from './plan.ts'

/**
 * Plans a function call: how its arguments are passed, and which of its columns are used (docs/wire/rest.md#functions).
 */
export function planCall(called: DbFunction, query: Query, payload: Payload | undefined, read: ReadPlan): CallPlan {
  return { function: called, args: argumentsOf(called, query, payload), returning: returningOf(read) }
}

function argumentsOf(called: DbFunction, query: Query, payload: Payload | undefined): CallArguments {
  const [first] = called.parameters
  if (!first) return { kind: 'none' }
  if (!payload) return { kind: 'texts', values: query.args }
  if (payload.kind === 'raw') return { kind: 'body', type: payload.type, value: rawValue(payload) }
  if (payload.kind === 'arguments') return { kind: 'texts', values: payload.values }
  if (first.name === '') return { kind: 'body', type: first.type, value: payload.text }
  return payload.keys.length === 0 ? { kind: 'none' } : { kind: 'json', body: payload, names: payload.keys }
}

const rawValue = ({ type, body }: Extract<Payload, { kind: 'raw' }>) => (type === 'bytea' ? body : body.toString())

function returningOf(read: ReadPlan): string[] | undefined {
  const names = namesUsedAtRoot(read, true)
  const whole = names.includes('*') || read.embeds.some(({ relationship }) => relationship.kind === 'computed')
  return whole || names.length === 0 ? undefined : [...new Set(names)]
}
