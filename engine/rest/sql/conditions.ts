import { type Condition, comparisons, type Filter, isValues, type Operation, searches } from '../parse/query.ts'
import { type Embed, nullTestedEmbed } from '../plan/plan.ts'
import { type ColumnScope, fieldSql, representationOf } from './column-values.ts'
import { arrayLiteral, quote, type Values } from './quoting.ts'

/** The scope of a condition: the columns and embedded resources that it may test. */
export type ConditionContext = ColumnScope & {
  embeds: readonly Embed[]
  /** Writes the existence test for an embedded resource; as a subquery where the join is not available. */
  exists: (embed: Embed) => string
}

/** Tests for existence in a query that joins its embedded resources, where a missing row is null. */
export const joinedExists = ({ alias }: Embed) => `${quote(alias)} IS DISTINCT FROM NULL`

export function conditionSql(condition: Condition, scope: ConditionContext, values: Values): string {
  if (condition.kind === 'filter') return filterSql(condition, scope, values)
  const members = condition.members.map((member) => conditionSql(member, scope, values))
  return `${condition.negated ? 'NOT ' : ''}(${members.join(condition.operator === 'and' ? ' AND ' : ' OR ')})`
}

function filterSql(filter: Filter, scope: ConditionContext, values: Values): string {
  const embed = nullTestedEmbed(filter, scope.embeds)
  if (embed) return filter.negated ? scope.exists(embed) : `NOT (${scope.exists(embed)})`
  const tested = testedSql(filter, scope, values)
  const fromText = representationOf(filter.field, scope)?.fromText
  const { operation } = filter
  const test =
    fromText === undefined
      ? operationSql(tested, operation, values)
      : representedSql(tested, operation, values, fromText)
  return filter.negated ? `NOT ${test}` : test
}

/**
 * A full text search converts a text column to a document, but not a tsvector, nor a computed column, whose type is
 * unknown here.
 */
function testedSql({ field, operation }: Filter, scope: ColumnScope, values: Values): string {
  const column = fieldSql(field, scope, values)
  const known = scope.table?.columns.get(field.name)
  if (operation.kind !== 'search' || !known || known.baseType === 'tsvector') return column
  return `to_tsvector(${languageSql(operation.language, values)}${column})`
}

const languageSql = (language: string | undefined, values: Values) =>
  language === undefined ? '' : `${values.bind(language)}, `

function operationSql(tested: string, operation: Operation, values: Values): string {
  switch (operation.kind) {
    case 'compare':
      return compareSql(tested, operation, values)
    case 'in':
      return inSql(tested, operation.values, values)
    case 'is':
      return `${tested} IS ${isValues[operation.value]}`
    case 'isdistinct':
      return `${tested} IS DISTINCT FROM ${values.bind(operation.value)}`
    case 'search': {
      const language = languageSql(operation.language, values)
      return `${tested} @@ ${searches[operation.operator]}(${language}${values.bind(operation.value)})`
    }
  }
}

/** A filter's text is converted by the domain's own function, except for patterns and operators without a value. */
function representedSql(tested: string, operation: Operation, values: Values, fromText: string): string {
  const one = (value: string) => `${fromText}(${values.bind(value)}::text)`
  const all = (list: string) => `(SELECT ${fromText}(unnest(${values.bind(list)}::text[])))`
  if (operation.kind === 'in' && !isNothing(operation.values))
    return `${tested} = ANY${all(arrayLiteral(operation.values))}`
  if (operation.kind === 'isdistinct') return `${tested} IS DISTINCT FROM ${one(operation.value)}`
  if (operation.kind !== 'compare' || patterns.has(operation.operator)) return operationSql(tested, operation, values)
  const { operator, quantifier, value } = operation
  return `${tested} ${comparisons[operator]} ${quantifier === undefined ? one(value) : `${quantifier.toUpperCase()}${all(value)}`}`
}

const patterns: ReadonlySet<string> = new Set(['like', 'ilike', 'match', 'imatch'])

function compareSql(tested: string, operation: Extract<Operation, { kind: 'compare' }>, values: Values): string {
  const { operator, quantifier, value } = operation
  // PostgREST's `*` stands for `%` in patterns, because it needs no encoding in a URL.
  const isPattern = operator === 'like' || operator === 'ilike'
  const operand = values.bind(isPattern ? value.replaceAll('*', '%') : value)
  const compared = quantifier === undefined ? operand : `${quantifier === 'any' ? 'ANY' : 'ALL'}(${operand})`
  return `${tested} ${comparisons[operator]} ${compared}`
}

/**
 * Binds one array for any number of values: `IN ()` is invalid SQL, and every length would be another prepared
 * statement.
 */
function inSql(tested: string, elements: readonly string[], values: Values): string {
  return isNothing(elements) ? `${tested} = ANY('{}')` : `${tested} = ANY(${values.bind(arrayLiteral(elements))})`
}

/** `in.()` */
const isNothing = (elements: readonly string[]) => elements.length === 1 && elements[0] === ''
