import type { EntryPart } from '../column-part.ts'
import { byHeadings } from './source.ts'

const dashlane = (knownBy: readonly string[], columns: Readonly<Record<string, EntryPart>>) =>
  byHeadings({ name: 'Dashlane', knownBy, columns })

/** Dashlane writes a file for each kind of item. */
export const dashlaneFiles = [
  dashlane(['username', 'username2', 'title', 'password', 'url'], {
    title: 'title',
    url: 'website',
    username: 'username',
    username2: 'username',
    username3: 'username',
    password: 'password',
    note: 'notes',
    category: 'folder',
    otpurl: 'code',
    otpsecret: 'code',
  }),
  dashlane(['type', 'account_name', 'account_holder', 'cc_number'], { account_name: 'title', note: 'notes' }),
  dashlane(['type', 'number', 'issue_date', 'expiration_date'], { name: 'title' }),
  dashlane(['type', 'first_name', 'last_name', 'email_type', 'item_name'], { item_name: 'title' }),
  dashlane(['ssid', 'passphrase'], { ssid: 'title', name: 'title', passphrase: 'password', note: 'notes' }),
]

/** Other tables have these two headings too, so they count only if no column could be a password. */
const notes = dashlane(['title', 'note'], { title: 'title', note: 'notes', category: 'folder' })
export const dashlaneNotes = {
  ...notes,
  isMeant: (table: Parameters<typeof notes.isMeant>[0]) => notes.isMeant(table) && table.headings.length <= 3,
}
