import { labelled, present } from '../raw-entry.ts'
import { byHeadings } from './source.ts'

export const roboForm = byHeadings({
  name: 'RoboForm',
  knownBy: ['name', 'url', 'login', 'pwd'],
  columns: {
    name: 'title',
    url: 'website',
    matchurl: 'elsewhere',
    login: 'username',
    pwd: 'password',
    note: 'notes',
    folder: 'elsewhere',
    rffieldsv2: 'elsewhere',
    rf_fields: 'elsewhere',
  },
  adjusted: (entry, cell, cellsFrom) => ({
    ...entry,
    websites: [...new Set(present([...entry.websites, cell('matchurl')]))],
    username: unguarded(entry.username),
    password: unguarded(entry.password),
    codes: present([
      ...entry.codes,
      ...cellsFrom('rffieldsv2').map((cell) => (labelOf(cell) === CODE ? textOf(cell) : '')),
    ]),
    notes: present([...entry.notes, ...cellsFrom('rffieldsv2').map(formField), ...cellsFrom('rf_fields')]),
    tags: [cell('folder').replace(/^\//, '')],
  }),
})

/** RoboForm writes an apostrophe before a value that begins with `@` or an apostrophe. */
const unguarded = (value: string) => value.replace(/^'(?=[@'])/, '')

/**
 * Each field of a form is a cell 'label,page,name,type,value'. A field that also has a column of its own has a label that
 * ends with `$`.
 */
function formField(cell: string): string {
  const label = labelOf(cell)
  if (cell.split(',').length < 5) return cell
  return label.endsWith('$') ? '' : labelled(label === '-no-name-' ? '' : label, textOf(cell))
}

const CODE = 'TOTP KEY$'
const labelOf = (cell: string) => cell.split(',')[0] ?? ''
const textOf = (cell: string) => cell.split(',').slice(4).join(',')
