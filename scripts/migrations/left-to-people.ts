import type { Comparison } from './candidate-statements.ts'

/**
 * Differences that no statement of the schemas resolves, as sentences. `before` is the database that the migrations
 * make.
 */
export function notesForPeople(
  open: readonly string[],
  { now, wanted }: Comparison,
  before: Comparison['now'],
): string[] {
  const gone = open.filter((object) => object.startsWith('column ') && wanted[object] === undefined)
  return [
    ...gone.map((object) => goneColumn(object, wanted, before)),
    ...open.filter((object) => !gone.includes(object)).map((object) => still(object, now, wanted)),
  ]
}

export const tableOf = (column: string): string => column.slice('column '.length, column.lastIndexOf('.'))

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

/** Shortens two long texts to the part that differs. */
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
