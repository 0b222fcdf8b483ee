import { expect, it } from 'vitest'
import { clientImport } from '../clients/import-clients.ts'
import { projectImport } from '../projects/import-projects.ts'
import { guessedColumns, headingOf, samplesOf, withColumn } from './columns.ts'

const table = (headings: string[], ...cells: string[][]) => ({
  name: 'old.csv',
  headings,
  damaged: [],
  passedOver: [],
  rows: cells.map((row, index) => ({ number: index + 2, cells: row })),
})
const ofClients = (headings: string[], ...cells: string[][]) =>
  guessedColumns(table(headings, ...cells), clientImport.fields)
const ofProjects = (...headings: string[]) => guessedColumns(table(headings), projectImport.fields)

it.each<[string[], string[]]>([
  [
    ['Name', 'E-Mail', 'Company', 'Telephone', 'URL', 'Industry', 'Status', 'Added'],
    ['name', 'email', 'company_name', 'phone', 'website_url', 'industry', 'prospect_status', ''],
  ],
  [
    ['CLIENT NAME:', 'Client Email', 'Mobile phone no.', 'Web site', 'Sector'],
    ['name', 'email', 'phone', 'website_url', 'industry'],
  ],
  [
    ['First Name', 'Last Name', 'Mail', 'Organisation', 'Organisation'],
    ['name', 'name', 'email', 'company_name', ''],
  ],
  [
    ['Notes', 'Créé le', ''],
    ['', '', ''],
  ],
])('[lists.md#columns] knows clients by %j', (headings, columns) => {
  expect(ofClients(headings)).toEqual(columns)
})

it('[lists.md#columns] knows projects by their headings, also those of our own export', () => {
  expect(ofProjects('Project', 'Client', 'Type', 'Due', 'Start', 'Budget (USD)', 'Owner')).toEqual([
    ...['name', 'client', 'project_type', 'target_completion_date', 'start_date', 'budget', ''],
  ])
  const own =
    'Project,Client,Agency,Type,Status,Priority,Assigned To,Budget,Start Date,Target Date,Completed,Description'
  expect(ofProjects(...own.split(','))).toEqual([
    ...['name', 'client', '', 'project_type', 'status', 'priority', '', 'budget', 'start_date'],
    ...['target_completion_date', 'actual_completion_date', 'description'],
  ])
})

it('[lists.md#columns] knows an address, a website and an id by what stands there', () => {
  const cells = ['a@b.test', 'b.test', '3f2504e0-4f89-41d3-9a0c-0305e82c3301']
  expect(ofClients(['X', 'Y', 'Id'], cells, ['', '', ''])).toEqual(['email', 'website_url', 'id'])
  expect(ofClients(['Id'], ['4711'])).toEqual([''])
})

it('[lists.md#columns] gives a field to one column, but a name to several', () => {
  const fieldOf = (name: string) => clientImport.fields.find((field) => field.name === name)
  expect(withColumn(['email', ''], 1, fieldOf('email'))).toEqual(['', 'email'])
  expect(withColumn(['name', ''], 1, fieldOf('name'))).toEqual(['name', 'name'])
  expect(withColumn(['email', ''], 0, undefined)).toEqual(['', ''])
})

it('[lists.md#columns] calls a column without a heading as spreadsheets do, and shows what stands in it', () => {
  expect(headingOf({ headings: ['Name', ''] }, 1)).toBe('Column B')
  expect(headingOf({ headings: [] }, 27)).toBe('Column AB')
  expect(samplesOf(table(['Name'], ['Ana'], [''], ['Ana'], ['Ben'], ['Cleo'], ['Dora']), 0)).toEqual([
    'Ana',
    'Ben',
    'Cleo',
  ])
})
