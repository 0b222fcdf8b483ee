import { type Identity, identities } from './identities.ts'
import type { Caller } from './rights.ts'
import type { Person } from './stage.ts'

type OpenFunction = {
  /** Arguments that name nothing existing, so that the call has no effect. */
  given: object
  worksFor: keyof typeof groups
  /** Not tried by callers for whom it works, since it would have an effect. */
  isLeftOut?: true
}

const admins = ['agency_admin', 'admin', 'super_admin']

/** Groups of callers for whom a function works; the database refuses everybody else. */
const groups = {
  /** The API refuses a token whose session has ended. */
  everybody: (_identity, caller) => caller !== 'otis',
  /** Everyone with a session, including kinds of sessions that no policy names. */
  'whoever is signed in': (identity) => identity !== 'refused',
  'the staff of an agency': (identity) => identity !== 'refused' && identity.worksFor !== undefined,
  'those who administer': (identity) => identity !== 'refused' && identity.roles.some((role) => admins.includes(role)),
  'super admins': (identity) => identity !== 'refused' && identity.roles.includes('super_admin'),
} as const satisfies Record<string, (identity: Identity | 'refused', caller: Caller) => boolean>

const nobody = '00000000-0000-4000-8000-000000000000'

/** Functions of the exposed schema that roles other than the service role may call. */
export const functions: Readonly<Record<string, OpenFunction>> = {
  ask_address_change: {
    given: { person: nobody, address: 'nobody@isolation-trial.invalid' },
    worksFor: 'those who administer',
  },
  // Returns only lines that the caller may read.
  audit_trail: { given: {}, worksFor: 'whoever is signed in' },
  backup_state: { given: {}, worksFor: 'super admins' },
  // Restores only what the caller may delete.
  bring_back: { given: { subjects: [nobody] }, worksFor: 'whoever is signed in' },
  bring_back_person: { given: { person: nobody }, worksFor: 'those who administer' },
  // Accepts exactly the caller's own entries; an empty list fails for callers who have entries.
  change_vault_passphrase: { given: { entries: [] }, worksFor: 'whoever is signed in' },
  // Returns nothing to callers who are on the staff of no agency.
  chat_reads: { given: {}, worksFor: 'whoever is signed in' },
  deactivate_person: { given: { person: nobody }, worksFor: 'those who administer' },
  // Deletes the caller's own messages only.
  delete_message: { given: { message: nobody }, worksFor: 'the staff of an agency' },
  dismiss_mail: { given: { mail_id: nobody }, worksFor: 'super admins' },
  edit_message: { given: { message: nobody, words: 'Nothing' }, worksFor: 'the staff of an agency' },
  // Sums up only rows that the caller may read.
  enquiry_figures: { given: { reply_hours: 24 }, worksFor: 'whoever is signed in' },
  // Returns only rows that the caller may read.
  find_anything: { given: { typed: 'Nothing' }, worksFor: 'whoever is signed in' },
  // Writes nothing without rows, and reports on rows that the caller may read.
  import_rows: {
    given: { import: nobody, place: 'clients', agency: nobody, given: [] },
    worksFor: 'whoever is signed in',
  },
  // Returns only entries of the agency's vault that the caller may read.
  leaver: { given: { person: nobody, agency: nobody }, worksFor: 'those who administer' },
  leavers_list: { given: { person: nobody, agency: nobody }, worksFor: 'those who administer' },
  mail_state: { given: {}, worksFor: 'super admins' },
  make_client_link: { given: { client: nobody, name: 'Nobody' }, worksFor: 'whoever is signed in' },
  make_client_of_enquiry: { given: { enquiry: nobody }, worksFor: 'whoever is signed in' },
  mark_messages_read: { given: {}, worksFor: 'the staff of an agency' },
  // Returns only clients that the caller may read.
  match_clients: { given: { agency: nobody, given: [] }, worksFor: 'whoever is signed in' },
  match_projects: { given: { agency: nobody, given: [] }, worksFor: 'whoever is signed in' },
  me: { given: {}, worksFor: 'whoever is signed in' },
  // Returns nothing to callers who are on the staff of no agency.
  messages_read_until: { given: {}, worksFor: 'whoever is signed in' },
  // Returns nothing to callers who are on the staff of no agency.
  my_unread: { given: {}, worksFor: 'whoever is signed in' },
  note_audit_export: { given: {}, worksFor: 'those who administer', isLeftOut: true },
  note_list_export: { given: { list: 'clients', row_count: 1 }, worksFor: 'the staff of an agency', isLeftOut: true },
  // The trial of the chat covers whom it lets in.
  open_chat_connection: {
    given: { server: nobody, connection: nobody },
    worksFor: 'the staff of an agency',
    isLeftOut: true,
  },
  queued_mails: { given: {}, worksFor: 'super admins', isLeftOut: true },
  revoke_invitation: { given: { person: nobody }, worksFor: 'those who administer' },
  send_mail_again: { given: { mail_id: nobody }, worksFor: 'super admins' },
  send_mails_again: { given: {}, worksFor: 'super admins', isLeftOut: true },
  // Compares only with rows that the caller may read.
  text_gives_away: { given: { client: nobody, words: 'Nothing' }, worksFor: 'whoever is signed in' },
  // Removes only rows that the caller may write.
  undo_import: { given: { import: nobody }, worksFor: 'whoever is signed in' },
  visit_figures: { given: { days: 1 }, worksFor: 'whoever is signed in' },
  website_facts: { given: {}, worksFor: 'everybody' },
}

export function worksFor(name: string, caller: Caller): boolean {
  const open = functions[name]
  return open !== undefined && groups[open.worksFor](identities[caller], caller)
}

/**
 * Whether the caller was let in, whatever the function then returned; `given` overrides the arguments for a function
 * that nobody may call.
 */
export async function tryFunction(name: string, { db }: Person, given = functions[name]?.given): Promise<boolean> {
  const { error, status } = await db.rpc(name, given)
  // The status 401 means an invalid token, or a visitor who lacks a right.
  return !(error && (error.code === '42501' || status === 401))
}
