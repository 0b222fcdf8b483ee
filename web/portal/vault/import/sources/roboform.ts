import { labelled, oneTimeCode, present } from '../raw-entry.ts'
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
  adjusted: (entry, cell, cells) => ({
    ...entry,
    websites: [...new Set(present([...entry.websites, cell('matchurl')]))],
    username: unguarded(entry.username),
    password: unguarded(entry.password),
    notes: present([...entry.notes, ...formFields(cells.slice(FIXED_COLUMNS))]),
    tags: [cell('folder').replace(/^\//, '')],
  }),
})

/** Name, Url, MatchUrl, Login, Pwd, Note, Folder; each field of the form is a cell behind them. */
const FIXED_COLUMNS = 7

/** RoboForm writes an apostrophe before a value that begins with `@` or with an apostrophe. */
const unguarded = (value: string) => value.replace(/^'(?=[@'])/, '')

/** 'label,page,name,type,value', and what has a column of its own has a name that ends with `$`. */
const formFields = (cells: readonly string[]) =>
  cells.map((cell) => {
    const [label = '', , , , ...value] = cell.split(',')
    const text = value.join(',')
    if (label === 'TOTP KEY$') return oneTimeCode(text)
    if (value.length === 0) return cell
    return label.endsWith('$') ? '' : labelled(label === '-no-name-' ? '' : label, text)
  })
