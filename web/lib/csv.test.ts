import { expect, it } from 'vitest'
import { csvBlob, withoutFormulaEscape } from './csv.ts'
import { csvCell } from './csv-text.ts'

it.each([
  ['Ana Reyes', 'Ana Reyes'],
  ['', ''],
  ['Reyes, Ana', '"Reyes, Ana"'],
  ['the "best"', '"the ""best"""'],
  ['two\nlines', '"two\nlines"'],
  ['10; -5', '"10; -5"'],
  ['a\tb', '"a\tb"'],
])('writes %j as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '=HYPERLINK("http://evil.test","x")'])(
  'lets no spreadsheet calculate %j',
  (value) => {
    expect(csvCell(value).replaceAll('"', '')).toBe(`'${value.replaceAll('"', '')}`)
  },
)

it.each([
  ['Ana;=HYPERLINK("http://evil.test")', '"Ana;\'=HYPERLINK(""http://evil.test"")"'],
  ['Ana;+1', '"Ana;\'+1"'],
  ['Ana\t-1;@A1', '"Ana\t\'-1;\'@A1"'],
  ['\t=1', '"\'\t\'=1"'],
])('lets no spreadsheet that separates cells by semicolons or tabs calculate %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
  expect(withoutFormulaEscape(cell.slice(1, -1).replaceAll('""', '"'))).toBe(value)
})

it.each(['=1+1', '+1 555 0100', "'tis", "''", 'Ana'])('reads %j as it was before it was written', (value) => {
  expect(withoutFormulaEscape(csvCell(value))).toBe(value)
})

it('leaves a smiley as it is', () => {
  expect(csvCell('Thanks ;-)')).toBe('"Thanks ;-)"')
})

it('is a file of lines', async () => {
  const file = csvBlob([
    ['Time', 'Who'],
    ['now', 'Ana, Ben'],
  ])
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    '\uFEFFTime,Who\r\nnow,"Ana, Ben"\r\n',
  )
})
