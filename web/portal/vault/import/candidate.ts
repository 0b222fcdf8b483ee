import { webLink } from '../../../lib/web-link.ts'
import { type EntryInput, emptyEntry, entryForm } from '../entry-form.ts'

/** An entry as a file has it. */
export type RawEntry = {
  title: string | undefined
  websites: readonly (string | undefined)[] | undefined
  username: string | undefined
  password: string | undefined
  notes: string | undefined
  tags: readonly (string | undefined)[] | undefined
  isFavorite: boolean
  /** What the vault has no field for, by its name. */
  more: Readonly<Record<string, string | undefined>>
}

/** What would be imported, or why it cannot be. */
export type Candidate = { title: string; entry: EntryInput } | { title: string; problem: string }

const LONGEST_TITLE = 200
const LONGEST_USERNAME = 320
const LONGEST_WEBSITE = 2048

/** By the rules of the form. What does not fit into its field, or has none, goes into the notes: nothing is dropped. */
export function candidateOf(raw: RawEntry): Candidate {
  const name = raw.title?.trim() ?? ''
  const username = raw.username?.trim() ?? ''
  const websites = (raw.websites ?? []).map((website = '') => website.trim()).filter((website) => website !== '')
  const website = websites.find((one) => one.length <= LONGEST_WEBSITE && webLink(one) !== undefined) ?? ''
  const title = name || hostOf(website) || username || websites[0] || 'Without a title'
  const notes = [
    raw.notes?.trim() ?? '',
    title.length > LONGEST_TITLE ? `Title: ${title}` : '',
    username.length > LONGEST_USERNAME ? `Username: ${username}` : '',
    ...websites.filter((one) => one !== website).map((one) => `Website: ${one}`),
    ...Object.entries(raw.more).map(([what, text = '']) => (text.trim() === '' ? '' : `${what}: ${text.trim()}`)),
  ]
  const typed = {
    ...emptyEntry,
    title: title.slice(0, LONGEST_TITLE),
    website_url: website,
    username: username.length > LONGEST_USERNAME ? '' : username,
    password: raw.password ?? '',
    notes: notes.filter((line) => line !== '').join('\n'),
    tags: (raw.tags ?? []).join(','),
    is_favorite: raw.isFavorite,
  }
  const { data, error } = entryForm.safeParse(typed)
  return data
    ? { title: typed.title, entry: data }
    : { title: typed.title, problem: problems[String(error.issues[0]?.path[0])] ?? 'does not fit' }
}

const problems: Readonly<Record<string, string>> = {
  password: 'has no password, or one of more than 4,000 characters',
  notes: 'has more than 20,000 characters of notes',
  tags: 'has too many tags',
}

const hostOf = (website: string) => URL.parse(webLink(website) ?? '')?.host ?? ''
