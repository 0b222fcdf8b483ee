import { expect, it } from 'vitest'
import { readTargets } from './view-columns.ts'

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
