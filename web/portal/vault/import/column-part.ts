import { labelled, oneTimeCode, present, type RawEntry } from './raw-entry.ts'
import { isThrownAway } from './recycle-bins.ts'
import { websitesIn } from './websites.ts'

/**
 * What a column of a file is to an entry. `nothing` is left out: times and numbers that only the exporter needs.
 * `elsewhere` is read by the rules of one exporter.
 */
export type Part =
  | 'title'
  | 'website'
  | 'username'
  | 'password'
  | 'notes'
  | 'tags'
  | 'folder'
  | 'code'
  | 'favorite'
  | 'elsewhere'
  | 'nothing'

/** `label` stands before what goes into the notes. */
export type Column = { part: Part; label: string }

type Cells = readonly string[]

/** The entry in one row. Of several titles, user names and passwords the first is taken, and the notes keep the others. */
export function entryOfRow(row: number, cells: Cells, columns: readonly Column[]): RawEntry {
  const filled = columns.flatMap((column, index) => {
    const cell = cells[index] ?? ''
    return cell.trim() === '' ? [] : [{ ...column, cell }]
  })
  const of = (part: Part) => filled.filter((column) => column.part === part).map(({ cell }) => cell)
  const rest = (part: Part) =>
    filled
      .filter((column) => column.part === part)
      .slice(1)
      .map(({ label, cell }) => labelled(label, cell))
  return {
    ...(of('folder').some(isThrownAway) && { reservation: 'It lies in the recycle bin.' }),
    row,
    title: of('title')[0] ?? '',
    websites: of('website').flatMap(websitesIn),
    username: of('username')[0] ?? '',
    password: of('password')[0] ?? '',
    notes: present([
      ...filled.filter(({ part }) => part === 'notes').map(({ label, cell }) => labelled(label, cell)),
      ...rest('title'),
      ...rest('username'),
      ...rest('password'),
      ...of('code').map(oneTimeCode),
    ]),
    tags: [...of('folder'), ...of('tags').flatMap(tagsIn)],
    isFavorite: of('favorite').some((cell) => /^(1|true|yes|y|x)$/i.test(cell.trim())),
  }
}

/** Between semicolons where there is one, as 1Password parts them; else between commas. */
const tagsIn = (cell: string) => cell.split(cell.includes(';') ? ';' : ',')
