import type { Comparison } from './candidates.ts'

/** What no statement of the schemas leads to, as sentences. `before` is the database that the migrations make. */
export function byHand(open: readonly string[], { now, wanted }: Comparison, before: Comparison['now']): string[] {
  const columns = open.filter((object) => object.startsWith('column '))
  const moved = columns.filter((object) => placeless(now[object]) === placeless(wanted[object]))
  const gone = columns.filter((object) => wanted[object] === undefined)
  const tables = new Set([...moved, ...gone].map(tableOf))
  const isExplained = (object: string) =>
    columns.includes(object) && (moved.includes(object) || (tables.has(tableOf(object)) && isMoved(object)))
  const isMoved = (object: string) => gone.every((one) => one !== object) && now[object] !== undefined
  return [
    ...gone.map((object) => goneColumn(object, wanted, before)),
    ...[...new Set(moved.map(tableOf))].filter((table) => gone.every((one) => tableOf(one) !== table)).map(inOrder),
    ...open
      .filter((object) => !gone.includes(object) && !isExplained(object))
      .map((object) => still(object, now, wanted)),
  ]
}

const placeless = (definition: string | undefined) => definition?.replace(/^no\. \d+ /, '')
const tableOf = (column: string) => column.slice('column '.length, column.lastIndexOf('.'))

function goneColumn(object: string, wanted: Comparison['wanted'], before: Comparison['now']): string {
  const table = tableOf(object)
  const added = Object.keys(wanted)
    .filter((one) => one.startsWith(`column ${table}.`) && before[one] === undefined)
    .map((one) => one.slice(`column ${table}.`.length))
  const name = object.slice(`column ${table}.`.length)
  const renamed = added.map(
    (newName) =>
      `\nOr, if it became ${newName}: "alter table ${table} rename column ${name} to ${newName};", and delete what adds ${newName}.`,
  )
  return `${object} is gone from the schemas, with what it holds: "alter table ${table} drop column ${name};"${renamed.join('')}`
}

const inOrder = (table: string) =>
  `The columns of ${table} come in another order in the schemas. PostgreSQL adds a column as the last one: put it last there.`

function still(object: string, now: Comparison['now'], wanted: Comparison['wanted']): string {
  if (object.startsWith('rows of ')) return `${object}${rowsThatDiffer(now[object], wanted[object])}`
  if (wanted[object] === undefined) {
    return `${object} is gone from the schemas${object.startsWith('relation ') ? ', with what it holds' : ''}.`
  }
  const [made = 'nothing', said = ''] = whereTheyDiffer(now[object], wanted[object])
  return `${object}
the migrations make: ${made}
the schemas make:    ${said}`
}

const MARGIN = 60

/** Two long texts begin and end alike; what differs stands between. */
function whereTheyDiffer(now: string | undefined, wanted = ''): (string | undefined)[] {
  if (now === undefined) return [undefined, wanted.slice(0, 4 * MARGIN)]
  const start = [...wanted].findIndex((letter, i) => letter !== now[i])
  const from = Math.max(0, (start < 0 ? wanted.length : start) - MARGIN)
  const short = (text: string) => {
    const cut = text.slice(from, from + 4 * MARGIN)
    return `${from > 0 ? '… ' : ''}${cut}${from + 4 * MARGIN < text.length ? ' …' : ''}`
  }
  return [short(now), short(wanted)]
}

function rowsThatDiffer(now = '', wanted = ''): string {
  const [held, said] = [now.split('\n'), wanted.split('\n')]
  return [
    ...held.filter((row) => row && !said.includes(row)).map((row) => `\n- ${row}`),
    ...said.filter((row) => row && !held.includes(row)).map((row) => `\n+ ${row}`),
  ].join('')
}
