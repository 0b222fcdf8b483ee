/** The parsed query string of a request, not yet looked up in the schema. */
export type Query = {
  select: readonly SelectItem[]
  filters: readonly AtPath<Condition>[]
  order: readonly AtPath<readonly OrderTerm[]>[]
  ranges: readonly AtPath<Range>[]
  /** Arguments of a function called by GET. */
  args: readonly (readonly [name: string, value: string])[]
  columns?: readonly string[]
  onConflict?: readonly string[]
  /** All parameters, decoded, in their order. */
  params: readonly (readonly [key: string, value: string])[]
}

/** A value for the embedded resource at a path; the empty path is the root. */
export type AtPath<T> = { path: readonly string[]; value: T }

export type JsonStep = { asText: boolean; key?: string; index?: string }
export type Field = { name: string; path: readonly JsonStep[] }

export type SelectItem = SelectColumn | SelectEmbed

export type SelectColumn = {
  kind: 'column'
  field: Field
  alias?: string
  cast?: string
  aggregate?: Aggregate
  /** The type to which the aggregate's result is cast. */
  aggregateCast?: string
}

/** SQL names of the aggregates; `count` of the column `*` counts rows. */
export const aggregates = { sum: 'SUM', avg: 'AVG', count: 'COUNT', min: 'MIN', max: 'MAX' } as const
export type Aggregate = keyof typeof aggregates

export type SelectEmbed = {
  kind: 'embed'
  name: string
  alias?: string
  hint?: string
  join?: 'left' | 'inner'
  spread: boolean
  select: readonly SelectItem[]
}

export type Condition = Filter | Group
type Group = { kind: 'group'; negated: boolean; operator: 'and' | 'or'; members: readonly Condition[] }
export type Filter = { kind: 'filter'; field: Field; negated: boolean; operation: Operation }

export type Operation =
  | { kind: 'compare'; operator: CompareOperator; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'isdistinct'; value: string }
  | { kind: 'search'; operator: SearchOperator; language?: string; value: string }

/** SQL operators of the comparisons that also take `(any)` and `(all)`. */
export const quantifiable = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'LIKE',
  ilike: 'ILIKE',
  match: '~',
  imatch: '~*',
} as const
export const comparisons = {
  ...quantifiable,
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const
export type CompareOperator = keyof typeof comparisons

export const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
export type SearchOperator = keyof typeof searches

export const isValues = {
  null: 'NULL',
  not_null: 'NOT NULL',
  true: 'TRUE',
  false: 'FALSE',
  unknown: 'UNKNOWN',
} as const
export type IsValue = keyof typeof isValues

export type OrderTerm = {
  field: Field
  /** The to-one embedded resource whose column orders the rows. */
  relation?: string
  direction?: 'ASC' | 'DESC'
  nulls?: 'NULLS FIRST' | 'NULLS LAST'
}

/** A page of rows: those from `offset` on, at most `limit` of them. */
export type Range = { offset: number; limit?: number }
