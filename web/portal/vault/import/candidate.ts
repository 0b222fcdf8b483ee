import { countCharacters } from '../../../lib/count-characters.ts'
import { firstCharacters } from '../../../lib/first-characters.ts'
import { oneLine } from '../../../lib/one-line.ts'
import { isRounded, isSpreadsheetError } from '../../../lib/table-file/spreadsheet-damage.ts'
import { webLink } from '../../../lib/web-link.ts'
import { type EntryInput, emptyEntry, entryForm, tagsText } from '../entry-form.ts'
import { readTwoStepKey } from '../two-step-key/two-step-key.ts'
import { type BrokenRow, labelled, present, type RawEntry } from './raw-entry.ts'

/** An entry to import, or the reason why a row cannot be imported. */
export type Candidate =
  | Ready
  | (BrokenRow & { entry?: undefined; reservation?: undefined; remark?: undefined; codeProblem?: undefined })

type Ready = {
  row: number
  title: string
  entry: EntryInput
  /** Why the entry is left out unless the person ticks it. */
  reservation: string | undefined
  /** How the entry differs from the file. */
  remark: string | undefined
  /** Why its one-time code is not the two-step key. */
  codeProblem: string | undefined
}

const LONGEST_TITLE = 200
const LONGEST_USERNAME = 320
const LONGEST_WEBSITE = 2048
const LONGEST_PASSWORD = 4000

export const candidateOf = (read: RawEntry | BrokenRow): Candidate => ('problem' in read ? read : fitted(read))

/** Applies the rules of the form. What does not fit into its field, or has none, goes into the notes: nothing is dropped. */
function fitted(raw: RawEntry): Candidate {
  const name = oneLine(raw.title)
  const username = oneLine(raw.username)
  const isLongName = countCharacters(username) > LONGEST_USERNAME
  const websites = present(raw.websites).map((website) => website.trim())
  const website = websites.find((one) => countCharacters(one) <= LONGEST_WEBSITE && webLink(one) !== undefined) ?? ''
  const title = name || hostOf(website) || username || websites[0] || 'Without a title'
  const tags = present(raw.tags).map((tag) => oneLine(tag))
  const fitsTags = tags.length <= 50 && tagsText(tags).length <= 2000
  const { code, others, problem } = keyAmong(raw.codes)
  const codes = others.map((one) => labelled('One-time code', one))
  const text = present([
    ...raw.notes.map((note) => note.trim()),
    countCharacters(title) > LONGEST_TITLE ? labelled('Title', title) : '',
    isLongName ? labelled('Username', username) : '',
    ...websites.filter((one) => one !== website).map((one) => labelled('Website', one)),
    fitsTags ? '' : labelled('Tags', tags.join(', ')),
    ...codes,
  ]).join('\n')
  const hasPassword = raw.password.trim() !== ''
  const ownText = inPasswordField(oneLine([...raw.notes, ...codes].join('\n')))
  const inPlaceOfPassword = ownText === '' ? code : ownText
  const typed = {
    ...emptyEntry,
    title: firstCharacters(title, LONGEST_TITLE),
    website_url: website,
    username: isLongName ? '' : username,
    password: hasPassword ? raw.password : inPlaceOfPassword,
    notes: text,
    two_step_key: code,
    tags: fitsTags ? tagsText(tags) : '',
    is_favorite: raw.isFavorite,
  }
  const { row } = raw
  if (JSON.stringify(typed).includes('\uFFFD')) return { row, title: typed.title, problem: LOST }
  const { data, error } = entryForm.safeParse(typed)
  if (error) {
    return { row, title: typed.title, problem: problemOf(typed) }
  }
  return {
    row,
    title: typed.title,
    entry: data,
    reservation: raw.reservation ?? spoilt(raw.password) ?? borrowed(raw.password),
    remark: hasPassword ? undefined : NO_PASSWORD[ownText === '' ? 'key' : 'text'],
    codeProblem: problem,
  }
}

/** The form counts a password as JavaScript does, since what is encrypted has a limit in bytes. No emoji is cut in half. */
const inPasswordField = (text: string) => text.slice(0, LONGEST_PASSWORD).replace(/[\uD800-\uDBFF]$/, '')

const NO_PASSWORD = {
  text: 'It has no password, so its text is stored as the password and as notes.',
  key: 'It has no password, so its two-step key is stored as the password too.',
}

/** The code that becomes the two-step key, the others, and why there are only others. An address says more than its key. */
function keyAmong(codes: readonly string[]): { code: string; others: readonly string[]; problem: string | undefined } {
  const read = codes.map((code) => ({ code, ...readTwoStepKey(code) }))
  const fit = read.filter(({ key }) => key)
  const chosen = fit.find(({ code }) => code.includes(':')) ?? fit[0]
  return {
    code: chosen?.code ?? '',
    others: read.filter(({ key }) => !key || key.secret !== chosen?.key?.secret).map(({ code }) => code),
    problem: chosen ? undefined : read[0]?.problem,
  }
}

const LOST = 'It has characters that were lost when the file was saved (�). Export it again.'

function problemOf({ password, notes }: { password: string; notes: string }): string {
  if (password.trim() === '') return 'It has no password and no other text to keep.'
  if (password.length > LONGEST_PASSWORD) return 'It has a password of more than 4,000 characters.'
  return notes.length > 20_000 ? 'It has more than 20,000 characters of notes.' : 'It does not fit.'
}

/** Spreadsheets rewrite long numbers, and take a value that begins with = or - for a formula. */
function spoilt(password: string): string | undefined {
  return isRounded(password) || isSpreadsheetError(password)
    ? 'A spreadsheet seems to have changed its password. Export it again.'
    : undefined
}

/** KeePass writes a reference for a password that an entry shares with another one: {REF:P@I:46C9…}. */
const borrowed = (password: string) =>
  /\{REF:[A-Z]@[A-Z]:[^}]+\}/i.test(password)
    ? 'Its password refers to another entry. Copy the password of that entry into this one, and export again.'
    : undefined

const hostOf = (website: string) => URL.parse(webLink(website) ?? '')?.host ?? ''
