import { expect, it } from 'vitest'
import { columnTracer, readTargets, shownColumn } from './view-columns.ts'

const target = (number: number, expression: string, table: number, column: number, name = 'x') =>
  `{TARGETENTRY :expr ${expression} :resno ${number} :resname ${name} :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`

it('reads which column of which table each target shows', () => {
  const list = [
    target(1, '{VAR :varno 1}', 100, 2),
    target(2, '{FUNCEXPR :args ({VAR :varno 1})}', 0, 0),
    target(3, '{VAR :varno 2}', 200, 1),
  ]
  expect(readTargets(`({QUERY :commandType 1 :targetList (${list.join(' ')}) :havingQual <>})`)).toEqual([
    { number: '1', originTable: '100', originColumn: '2' },
    { number: '3', originTable: '200', originColumn: '1' },
  ])
})

it('is not led astray by subqueries and by names with braces', () => {
  const inner = `{QUERY :targetList (${target(9, '{VAR}', 900, 9)})}`
  const rule = `({QUERY :cteList ({COMMONTABLEEXPR :ctequery ${inner}}) :targetList (${target(1, `{SUBLINK :subselect ${inner}}`, 100, 1, 'odd\\}\\ name')}) :rtable <>})`
  expect(readTargets(rule)).toEqual([{ number: '1', originTable: '100', originColumn: '1' }])
})

it('finds nothing where there is nothing', () => {
  expect(readTargets('({QUERY :targetList <>})')).toEqual([])
  expect(readTargets('')).toEqual([])
})

const relation = (oid: number, name: string, of?: [table: number, column: number]) => ({
  oid: String(oid),
  schema: 'public',
  name,
  rule: of ? `({QUERY :targetList (${target(1, '{VAR}', ...of)}) :rtable <>})` : null,
  columns: { 1: 'id' },
})

it('follows a column through any number of views, and no view in a circle', () => {
  const many = Array.from({ length: 20_000 }, (_, at) => relation(100 + at, `v${at}`, [99 + at, 1]))
  const traced = columnTracer([
    relation(99, 'films'),
    ...many,
    relation(1, 'itself', [1, 1]),
    relation(2, 'this', [3, 1]),
    relation(3, 'other', [2, 1]),
    relation(4, 'over', [3, 1]),
    relation(5, 'of none', [6, 1]),
    relation(7, 'of the row', [99, 0]),
  ])
  const fromFilms = new Map([[shownColumn({ schema: 'public', name: 'films' }, 'id'), ['id']]])
  expect(['20099', '100', '5000'].map(traced)).toEqual([fromFilms, fromFilms, fromFilms])
  expect(['1', '2', '3', '4', '5', '7'].map((oid) => traced(oid).size)).toEqual([0, 0, 0, 0, 0, 0])
})
