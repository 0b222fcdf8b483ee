import { mostSimilar } from '../../kernel/similar.ts'
import { restErrors } from '../errors.ts'
import type { RawType } from '../parse/request-body.ts'
import { type DbFunction, keyOf, type Parameter, type Schema } from '../schema/schema-types.ts'
import { compare } from './compare-lists.ts'

type Call = {
  schema: string
  name: string
  argumentNames: readonly string[]
  /** The kind of a POST's body; undefined for a GET. */
  body: 'json' | 'form' | RawType | undefined
}

const MIN_NAME_SIMILARITY = 0.75
const MIN_PARAMETERS_SIMILARITY = 0.33

/**
 * Finds the overload whose parameters match the names; for POST else the one whose single unnamed parameter takes the
 * body.
 */
export function findFunction(schema: Schema, call: Call): DbFunction {
  const overloads = schema.functions.get(keyOf(call.schema, call.name)) ?? []
  const fitting = overloads.filter((overload) => fits(overload, call))
  const candidates = fitting.length > 0 ? fitting : overloads.filter((overload) => takesBody(overload, call))
  const [only] = candidates
  if (only && candidates.length === 1) return only
  if (only) throw restErrors.ambiguousFunction(candidates.toSorted(byParameters).map(signature))
  throw notFound(schema, call, overloads)
}

const isRaw = (body: Call['body']): body is RawType => body === 'text' || body === 'xml' || body === 'bytea'

function fits({ parameters }: DbFunction, { argumentNames, body }: Call): boolean {
  if (parameters.length === 0) return argumentNames.length === 0 && !isRaw(body)
  return (
    parameters.every(({ name, required }) => !required || argumentNames.includes(name)) &&
    argumentNames.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

function takesBody({ parameters }: DbFunction, { body }: Call): boolean {
  const [only] = parameters
  if (!only || parameters.length > 1 || only.name !== '') return false
  return body === 'json' ? only.type === 'json' || only.type === 'jsonb' : only.type === body
}

/** PostgREST's order of candidates: fewer parameters first, then those without a comment, then by parameters. */
const byParameters = (one: DbFunction, other: DbFunction) =>
  one.parameters.length - other.parameters.length || compare(sortKeyOf(one), sortKeyOf(other))

const sortKeyOf = ({ description, parameters }: DbFunction) => [
  ...(description === null ? ['0'] : ['1', description]),
  ...parameters.flatMap(({ name, type, required, variadic }) => [name, type, String(required), String(variadic)]),
]

const signature = ({ schema, name, parameters }: DbFunction) =>
  `${schema}.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(', ')})`

function notFound(schema: Schema, call: Call, overloads: readonly DbFunction[]) {
  const { argumentNames, body } = call
  const names = argumentNames.toSorted()
  const called = `${call.schema}.${call.name}`
  const message = isRaw(body)
    ? called
    : names.length > 0
      ? `${called}(${names.join(', ')})`
      : `${called} without parameters`
  const given =
    names.length > 0 ? `with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}` : 'without parameters'
  const searched = isRaw(body)
    ? `with a single unnamed ${body} parameter`
    : body === 'json'
      ? `${given} or with a single unnamed json/jsonb parameter`
      : given
  return restErrors.noFunction(
    `Could not find the function ${message} in the schema cache`,
    `Searched for the function ${called} ${searched}, but no matches were found in the schema cache.`,
    isRaw(body) ? undefined : suggestion(schema, call, overloads),
  )
}

function suggestion(schema: Schema, call: Call, overloads: readonly DbFunction[]): string | undefined {
  const alike =
    overloads.length === 0
      ? mostSimilar(call.name, functionNames(schema, call.schema), MIN_NAME_SIMILARITY)
      : similarOverload(call, overloads)
  return alike === undefined ? undefined : `Perhaps you meant to call the function ${call.schema}.${alike}`
}

const functionNames = (schema: Schema, schemaName: string): Set<string> =>
  new Set([...schema.functions.values()].flatMap(([one]) => (one?.schema === schemaName ? [one.name] : [])))

function similarOverload({ name, argumentNames }: Call, overloads: readonly DbFunction[]): string | undefined {
  const listed = (names: readonly string[]) => `(${names.toSorted().join(', ')})`
  const lists = overloads.map(({ parameters }) => listed(parameters.map((parameter: Parameter) => parameter.name)))
  const alike = mostSimilar(listed(argumentNames), lists, MIN_PARAMETERS_SIMILARITY)
  return alike === undefined ? undefined : `${name}${alike}`
}
