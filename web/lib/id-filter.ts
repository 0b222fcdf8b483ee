/** The arguments of a filter by ids: `query.filter(...idFilter(ids))`. A single id uses `eq`. */
export const idFilter = ([first = '', ...others]: readonly string[]): [
  column: 'id',
  operator: 'eq' | 'in',
  value: string,
] => (others.length === 0 ? ['id', 'eq', first] : ['id', 'in', `(${[first, ...others].join()})`])
