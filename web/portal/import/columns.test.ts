import { expect, it } from 'vitest'
import { clientImport } from '../clients/import-clients.ts'
import { headingOf, samplesOf, withColumn } from './columns.ts'

const rows = (...cells: string[][]) => ({ rows: cells.map((row, index) => ({ number: index + 2, cells: row })) })

it('[lists.md#columns] gives a field to one column, but a name to several', () => {
  const fieldOf = (name: string) => clientImport.fields.find((field) => field.name === name)
  expect(withColumn(['email', ''], 1, fieldOf('email'))).toEqual(['', 'email'])
  expect(withColumn(['name', ''], 1, fieldOf('name'))).toEqual(['name', 'name'])
  expect(withColumn(['email', ''], 0, undefined)).toEqual(['', ''])
})

it('[lists.md#columns] calls a column without a heading as spreadsheets do, and shows what stands in it', () => {
  expect(headingOf({ headings: ['Name', ''] }, 1)).toBe('Column B')
  expect(headingOf({ headings: [] }, 27)).toBe('Column AB')
  expect(samplesOf(rows(['Ana'], [''], ['Ana'], ['Ben'], ['Cleo'], ['Dora']), 0)).toEqual(['Ana', 'Ben', 'Cleo'])
})
