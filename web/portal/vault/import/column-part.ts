import { labelled, present, type RawEntry } from './raw-entry.ts'
import { isInRecycleBin } from './recycle-bins.ts'
import { websitesIn } from './websites.ts'

/**
 * The part of an entry that a column holds. `nothing` is left out: times and numbers that only the exporting program
 * needs. `elsewhere` is read by the rules of one program.
 */
export type EntryPart =
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

/** `label` stands before a value that goes into the notes. */
export type Column = { part: EntryPart; label: string }

const isKeyAddress = (cell: string) => /^\s*otpauth:\/\/\S+\s*$/i.test(cell)

type Cells = readonly string[]

/** The entry of a row. Of several titles, user names and passwords the first is used, and the others go into the notes. */
export function entryOfRow(row: number, cells: Cells, columns: readonly Column[]): RawEntry {
  const filled = columns.flatMap((column, index) => {
    const cell = cells[index] ?? ''
    if (cell.trim() === '') return []
    // Programs export a two-step key that a person has added as a field of their own under the name of that field.
    return [{ ...column, cell, part: column.part === 'notes' && isKeyAddress(cell) ? 'code' : column.part }]
  })
  const of = (part: EntryPart) => filled.filter((column) => column.part === part).map(({ cell }) => cell)
  const rest = (part: EntryPart) =>
    filled
      .filter((column) => column.part === part)
      .slice(1)
      .map(({ label, cell }) => labelled(label, cell))
  return {
    ...(of('folder').some(isInRecycleBin) && { reservation: 'It is in the recycle bin.' }),
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
    ]),
    codes: of('code'),
    tags: [...of('folder'), ...of('tags').flatMap(tagsIn)],
    isFavorite: of('favorite').some((cell) => /^(1|true|yes|y|x)$/i.test(cell.trim())),
  }
}

/** Tags are separated by semicolons if there are any, as in 1Password's exports, or else by commas. */
const tagsIn = (cell: string) => cell.split(cell.includes(';') ? ';' : ',')
