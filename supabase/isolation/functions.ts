import { type Identity, identities } from './identities.ts'
import type { Caller } from './rights.ts'
import type { Person } from './stage.ts'

type OpenFunction = {
  /** What it is called with: nothing that is there, so that nothing happens. */
  given: object
  worksFor: keyof typeof groups
  /** Not tried by those for whom it works, since it would do something. */
  isLeftOut?: true
}

const admins = ['agency_admin', 'admin', 'super_admin']

/** For whom a function works; everybody else is refused by the database. */
const groups = {
  /** A token whose session was ended is refused at the door. */
  everybody: (_identity, caller) => caller !== 'otis',
  /** Whoever has a session, also of a kind that no policy names. */
  'whoever is signed in': (identity) => identity !== 'refused',
  'the staff of an agency': (identity) => identity !== 'refused' && identity.worksFor !== undefined,
  'those who administer': (identity) => identity !== 'refused' && identity.roles.some((role) => admins.includes(role)),
  'super admins': (identity) => identity !== 'refused' && identity.roles.includes('super_admin'),
} as const satisfies Record<string, (identity: Identity | 'refused', caller: Caller) => boolean>

const nobody = '00000000-0000-4000-8000-000000000000'

/** Functions of the exposed schema that anybody but the service role may call. */
export const functions: Readonly<Record<string, OpenFunction>> = {
  ask_address_change: {
    given: { person: nobody, address: 'nobody@isolation-trial.invalid' },
    worksFor: 'those who administer',
  },
  // With what of the lines the caller may read.
  audit_trail: { given: {}, worksFor: 'whoever is signed in' },
  backup_state: { given: {}, worksFor: 'super admins' },
  // Of what the caller may delete.
  bring_back: { given: { subjects: [nobody] }, worksFor: 'whoever is signed in' },
  bring_back_person: { given: { person: nobody }, worksFor: 'those who administer' },
  // Of their own entries alone, and all of them: of none whoever has some is refused by them.
  change_vault_passphrase: { given: { entries: [] }, worksFor: 'whoever is signed in' },
  // Of nothing for whoever is on the staff of no agency.
  chat_reads: { given: {}, worksFor: 'whoever is signed in' },
  deactivate_person: { given: { person: nobody }, worksFor: 'those who administer' },
  // Of one's own messages.
  delete_message: { given: { message: nobody }, worksFor: 'the staff of an agency' },
  dismiss_mail: { given: { mail_id: nobody }, worksFor: 'super admins' },
  edit_message: { given: { message: nobody, words: 'Nothing' }, worksFor: 'the staff of an agency' },
  // As far as the caller reads what they sum up.
  enquiry_figures: { given: { reply_hours: 24 }, worksFor: 'whoever is signed in' },
  // Of what the caller reads.
  find_anything: { given: { typed: 'Nothing' }, worksFor: 'whoever is signed in' },
  // Without rows it writes nothing, and tells of what the caller reads.
  import_rows: {
    given: { import: nobody, place: 'clients', agency: nobody, given: [] },
    worksFor: 'whoever is signed in',
  },
  // Of what the caller reads of their agency's vault.
  leaver: { given: { person: nobody, agency: nobody }, worksFor: 'those who administer' },
  leavers_list: { given: { person: nobody, agency: nobody }, worksFor: 'those who administer' },
  mail_state: { given: {}, worksFor: 'super admins' },
  make_client_link: { given: { client: nobody, name: 'Nobody' }, worksFor: 'whoever is signed in' },
  make_client_of_enquiry: { given: { enquiry: nobody }, worksFor: 'whoever is signed in' },
  mark_messages_read: { given: {}, worksFor: 'the staff of an agency' },
  // Of what the caller reads.
  match_clients: { given: { agency: nobody, given: [] }, worksFor: 'whoever is signed in' },
  match_projects: { given: { agency: nobody, given: [] }, worksFor: 'whoever is signed in' },
  me: { given: {}, worksFor: 'whoever is signed in' },
  // Of nothing for whoever is on the staff of no agency.
  messages_read_until: { given: {}, worksFor: 'whoever is signed in' },
  // Of nothing for whoever is on the staff of no agency.
  my_unread: { given: {}, worksFor: 'whoever is signed in' },
  note_audit_export: { given: {}, worksFor: 'those who administer', isLeftOut: true },
  note_list_export: { given: { list: 'clients', row_count: 1 }, worksFor: 'the staff of an agency', isLeftOut: true },
  // How it lets people in is tried through the chat.
  open_chat_connection: {
    given: { server: nobody, connection: nobody },
    worksFor: 'the staff of an agency',
    isLeftOut: true,
  },
  queued_mails: { given: {}, worksFor: 'super admins', isLeftOut: true },
  revoke_invitation: { given: { person: nobody }, worksFor: 'those who administer' },
  send_mail_again: { given: { mail_id: nobody }, worksFor: 'super admins' },
  send_mails_again: { given: {}, worksFor: 'super admins', isLeftOut: true },
  // Of what the caller reads.
  text_gives_away: { given: { client: nobody, words: 'Nothing' }, worksFor: 'whoever is signed in' },
  // Of what the caller may write.
  undo_import: { given: { import: nobody }, worksFor: 'whoever is signed in' },
  visit_figures: { given: { days: 1 }, worksFor: 'whoever is signed in' },
  website_facts: { given: {}, worksFor: 'everybody' },
}

export function worksFor(name: string, caller: Caller): boolean {
  const open = functions[name]
  return open !== undefined && groups[open.worksFor](identities[caller], caller)
}

/** Whether the caller was let in, whatever the function then said; `given` goes to one that is open to nobody. */
export async function tryFunction(name: string, { db }: Person, given = functions[name]?.given): Promise<boolean> {
  const { error, status } = await db.rpc(name, given)
  // 401 is said of a token that is worth nothing, and of a visitor who lacks a right.
  return !(error && (error.code === '42501' || status === 401))
}
