import { type Candidate, candidateOf, type RawEntry } from './candidate.ts'

export type Source = 'Bitwarden' | '1Password' | 'Chrome'

type Row = Readonly<Record<string, string>>

/** By which columns each is known, in small letters, and what they hold. Edge, Brave and Opera write as Chrome does. */
const sources: readonly { source: Source; columns: readonly string[]; entry: (row: Row) => RawEntry }[] = [
  {
    source: 'Bitwarden',
    columns: ['name', 'login_uri', 'login_username', 'login_password'],
    entry: (row) => ({
      title: row.name,
      // Several addresses stand between commas.
      websites: row.login_uri?.split(','),
      username: row.login_username,
      password: row.login_password,
      notes: row.notes,
      tags: [row.folder],
      isFavorite: row.favorite === '1',
      more: { 'One-time code': row.login_totp, Fields: row.fields },
    }),
  },
  {
    source: '1Password',
    columns: ['title', 'url', 'username', 'password'],
    entry: (row) => ({
      title: row.title,
      websites: [row.url],
      username: row.username,
      password: row.password,
      notes: row.notes,
      tags: row.tags?.split(/[,;]/),
      isFavorite: row.favorite === 'true',
      more: { 'One-time code': row.otpauth },
    }),
  },
  {
    source: 'Chrome',
    columns: ['name', 'url', 'username', 'password'],
    entry: (row) => ({
      title: row.name,
      websites: [row.url],
      username: row.username,
      password: row.password,
      notes: row.note,
      tags: [],
      isFavorite: false,
      more: {},
    }),
  },
]

/** Reads what another password manager exported. Nothing of it goes anywhere. */
export async function readCsv(text: string): Promise<{ source: Source; candidates: Candidate[] }> {
  const { default: papa } = await import('papaparse')
  const { data, errors, meta } = papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (heading) => heading.trim().toLowerCase(),
  })
  const found = sources.find(({ columns }) => columns.every((column) => meta.fields?.includes(column)))
  if (!found) throw new Error('This is not a CSV file as Bitwarden, 1Password or Chrome export it.')
  const [broken] = errors
  if (broken) throw new Error(`The file is damaged: ${broken.message.replace(/\.$/, '')}.`)
  if (data.length === 0) throw new Error('There are no entries in this file.')
  return { source: found.source, candidates: data.map((row) => candidateOf(found.entry(row))) }
}
