import type { CallPlan } from '../plan/plan.ts'
import type { Parameter } from '../schema/schema-types.ts'
import { arrayLiteral, qualified, quote, type Values } from './quoting.ts'

/** The query that calls the function with named arguments. */
export function callSql(plan: CallPlan, values: Values): string {
  const { args } = plan
  if (args.kind !== 'json') return `SELECT ${resultSql(plan)} FROM ${invoke(plan, argumentsSql(plan, values))}`
  const parameters = plan.function.parameters.filter(({ name }) => args.names.includes(name))
  const typed = parameters.map(({ name, type }) => `${quote(name)} ${type}`).join(', ')
  const record = args.body.isObject ? 'json_to_record' : 'json_to_recordset'
  const body = `${record}(${values.bind(args.body.text)}) AS _(${typed})`
  const given = parameters.map((parameter) => named(parameter, `pgrst_body.${quote(parameter.name)}`)).join(', ')
  return `
    SELECT ${resultSql(plan)}
    FROM (SELECT * FROM ${body} LIMIT 1) AS pgrst_body, LATERAL ${invoke(plan, given)}`
}

const isScalar = ({ function: { returns } }: CallPlan) => returns.kind !== 'composite'

function resultSql(plan: CallPlan): string {
  if (isScalar(plan)) return 'pgrst_call.pgrst_scalar'
  return plan.returning?.map((name) => `pgrst_call.${quote(name)}`).join(', ') ?? 'pgrst_call.*'
}

const invoke = (plan: CallPlan, given: string) => {
  const call = `${qualified(plan.function)}(${given})`
  return isScalar(plan) ? `(SELECT ${call} AS pgrst_scalar) AS pgrst_call` : `${call} AS pgrst_call`
}

const named = ({ name, variadic }: Parameter, value: string) =>
  `${variadic ? 'VARIADIC ' : ''}${quote(name)} := ${value}`

function argumentsSql({ function: called, args }: CallPlan, values: Values): string {
  if (args.kind === 'body') return `${values.bind(args.value)}::${args.type}`
  if (args.kind !== 'texts') return ''
  return called.parameters
    .flatMap((parameter) => {
      const given = args.values.flatMap(([name, value]) => (name === parameter.name ? [value] : []))
      const last = given.at(-1)
      if (last === undefined) return []
      const value = parameter.variadic ? arrayLiteral(given) : last
      return [named(parameter, `${values.bind(value)}::${parameter.type}`)]
    })
    .join(', ')
}
