import { present, type RawEntry } from '../raw-entry.ts'

/**
 * LastPass and Zoho Vault export a server, a database or a wireless network as a text with one field per line:
 * `Hostname:db.example`. Its password and user name become those of the entry.
 */
export function typedNote(entry: RawEntry, text: string): RawEntry {
  if (!/^(Note|Secret)Type:/.test(text)) return entry
  const lines = text.trim().split(/\r?\n/)
  // The person's own notes come last and may contain anything.
  const end = lines.findIndex((line) => line.startsWith('Notes:'))
  const fields = end < 0 ? lines : lines.slice(0, end)
  const password = entry.password === '' ? lineOf(fields, ['Password', 'Passphrase']) : undefined
  const username = entry.username === '' ? lineOf(fields, ['Username', 'User Name', 'User']) : undefined
  const kept = fields.filter((line) => line !== password && line !== username && !SAYS_NOTHING.test(line))
  const own = lines.slice(fields.length)
  const rest = [...kept, ...(own.join('\n') === 'Notes:' ? [] : own)].join('\n')
  return {
    ...entry,
    password: password === undefined ? entry.password : valueIn(password),
    username: username === undefined ? entry.username : valueIn(username),
    notes: present(entry.notes.map((note) => (note === text.trim() ? rest : note))),
  }
}

const lineOf = (lines: readonly string[], labels: readonly string[]) =>
  lines.find((line) => labels.some((label) => line.startsWith(`${label}:`)) && valueIn(line) !== '')

const valueIn = (line: string) => line.slice(line.indexOf(':') + 1)

/** Matches a label without a value, and the language of the form. */
const SAYS_NOTHING = /^(?:[^:]{1,60}:|Language:[\w-]+)$/
