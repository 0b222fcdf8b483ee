/** The arguments of a filter for these rows: `query.filter(...ofIds(ids))`. One row is asked for as one. */
export const ofIds = ([first = '', ...others]: readonly string[]): [
  column: 'id',
  operator: 'eq' | 'in',
  value: string,
] => (others.length === 0 ? ['id', 'eq', first] : ['id', 'in', `(${[first, ...others].join()})`])
