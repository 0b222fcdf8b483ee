import { type Identity, identities } from './identities.ts'
import type { Caller } from './rights.ts'
import type { Person } from './test-accounts.ts'

type OpenFunction = {
  /** Arguments that name no existing row, so that the call has no effect. */
  given: object
  worksFor: keyof typeof groups
  /** True if callers for whom the function works do not try it, since that would have an effect. */
  isLeftOut?: true
}

const admins = ['agency_admin', 'admin', 'super_admin']

/** Groups of callers for whom a function works; the database refuses everybody else. */
const groups = {
  /** Everybody except callers whose session has ended, whose token the API refuses. */
  everybody: (identity, caller) => identity !== 'refused' || caller === 'visitor',
  /** Everyone with a session, including kinds of sessions that no policy names. */
  'signed-in callers': (identity) => identity !== 'refused',
  'agency staff': (identity) => identity !== 'refused' && identity.worksFor !== undefined,
  administrators: (identity) => identity !== 'refused' && identity.roles.some((role) => admins.includes(role)),
  'super admins': (identity) => identity !== 'refused' && identity.roles.includes('super_admin'),
} as const satisfies Record<string, (identity: Identity | 'refused', caller: Caller) => boolean>

const nobody = '00000000-0000-4000-8000-000000000000'

/** The functions of the exposed schema that roles other than the service role may call, each with its callers. */
export const functions: Readonly<Record<string, OpenFunction>> = {
  ask_address_change: {
    given: { person: nobody, address: 'nobody@isolation-trial.invalid' },
    worksFor: 'administrators',
  },
  // audit_trail returns only lines that the caller may read.
  audit_trail: { given: {}, worksFor: 'signed-in callers' },
  backup_state: { given: {}, worksFor: 'super admins' },
  // bring_back restores only rows that the caller may delete.
  bring_back: { given: { subjects: [nobody] }, worksFor: 'signed-in callers' },
  bring_back_person: { given: { person: nobody }, worksFor: 'administrators' },
  // change_vault_passphrase accepts exactly the caller's own entries; an empty list fails for callers who have entries.
  change_vault_passphrase: { given: { entries: [] }, worksFor: 'signed-in callers' },
  // chat_reads returns nothing to callers who are on the staff of no agency.
  chat_reads: { given: {}, worksFor: 'signed-in callers' },
  // client_doubles returns only clients that the caller may read.
  client_doubles: { given: { agency: nobody, email: 'nobody@isolation-trial.invalid' }, worksFor: 'signed-in callers' },
  // count_enquiries_to_forget counts only enquiries that the caller may read.
  count_enquiries_to_forget: { given: { months: 6 }, worksFor: 'signed-in callers' },
  deactivate_person: { given: { person: nobody }, worksFor: 'administrators' },
  // client_month returns nothing about clients whom the caller may not read.
  client_month: { given: { client: nobody, month: '2026-01-01' }, worksFor: 'signed-in callers' },
  // complete_contact and reopen_contact change only clients that the caller may change.
  complete_contact: { given: { client: nobody, words: 'Nothing' }, worksFor: 'signed-in callers' },
  // delete_message deletes the caller's own messages only.
  delete_message: { given: { message: nobody }, worksFor: 'agency staff' },
  dismiss_mail: { given: { mail_id: nobody }, worksFor: 'super admins' },
  edit_message: { given: { message: nobody, words: 'Nothing' }, worksFor: 'agency staff' },
  // enquiry_figures sums up only rows that the caller may read.
  enquiry_figures: { given: { reply_hours: 24 }, worksFor: 'signed-in callers' },
  // enquiry_origins counts only for callers who may read enquiries.
  enquiry_origins: { given: {}, worksFor: 'signed-in callers' },
  // entries_to_take_over returns nothing to callers who are no admins.
  entries_to_take_over: { given: {}, worksFor: 'signed-in callers' },
  // find_anything returns only rows that the caller may read.
  find_anything: { given: { typed: 'Nothing' }, worksFor: 'signed-in callers' },
  // import_rows writes nothing without rows, and reports on rows that the caller may read.
  import_rows: {
    given: { import: nobody, place: 'clients', agency: nobody, given: [] },
    worksFor: 'signed-in callers',
  },
  // leaver returns only entries of the agency's vault that the caller may read.
  leaver: { given: { person: nobody, agency: nobody }, worksFor: 'administrators' },
  leavers_list: { given: { person: nobody, agency: nobody }, worksFor: 'administrators' },
  // mail_client_month mails only clients that the caller may change.
  mail_client_month: { given: { client: nobody, month: '2026-01-01' }, worksFor: 'signed-in callers' },
  // make_calendar_feed would replace the address that somebody uses.
  make_calendar_feed: { given: {}, worksFor: 'agency staff', isLeftOut: true },
  mail_state: { given: {}, worksFor: 'super admins' },
  make_client_link: { given: { client: nobody, name: 'Nobody' }, worksFor: 'signed-in callers' },
  // Other administrators make keys of their own agency only.
  make_program_key: { given: { agency: nobody, name: 'Nobody', scope: 'read' }, worksFor: 'super admins' },
  make_enquiry_source: { given: { name: 'Nobody' }, worksFor: 'administrators', isLeftOut: true },
  // make_main_person changes only clients that the caller may change.
  make_main_person: { given: { person: nobody }, worksFor: 'signed-in callers' },
  make_client_of_enquiry: { given: { enquiry: nobody }, worksFor: 'signed-in callers' },
  mark_messages_read: { given: {}, worksFor: 'agency staff' },
  // match_clients returns only clients that the caller may read.
  match_clients: { given: { agency: nobody, given: [] }, worksFor: 'signed-in callers' },
  match_projects: { given: { agency: nobody, given: [] }, worksFor: 'signed-in callers' },
  me: { given: {}, worksFor: 'signed-in callers' },
  // merge_clients and undo_client_merge change only clients that the caller may delete.
  merge_clients: { given: { kept: nobody, merged: nobody }, worksFor: 'signed-in callers' },
  // messages_read_until returns nothing to callers who are on the staff of no agency.
  messages_read_until: { given: {}, worksFor: 'signed-in callers' },
  // months_of_client and months_to_send return only clients that the caller may read.
  months_of_client: { given: { client: nobody }, worksFor: 'signed-in callers' },
  months_to_send: { given: {}, worksFor: 'signed-in callers' },
  my_calendar_feed: { given: {}, worksFor: 'signed-in callers' },
  // my_unread returns nothing to callers who are on the staff of no agency.
  my_unread: { given: {}, worksFor: 'signed-in callers' },
  note_audit_export: { given: {}, worksFor: 'administrators', isLeftOut: true },
  note_list_export: { given: { list: 'clients', row_count: 1 }, worksFor: 'agency staff', isLeftOut: true },
  // The chat's own test covers who may open a connection.
  open_chat_connection: {
    given: { server: nobody, connection: nobody },
    worksFor: 'agency staff',
    isLeftOut: true,
  },
  // plan_months returns nothing about clients whom the caller may not read.
  plan_months: { given: { client: nobody }, worksFor: 'signed-in callers' },
  queued_mails: { given: {}, worksFor: 'super admins', isLeftOut: true },
  reopen_contact: { given: { client: nobody, written: nobody }, worksFor: 'signed-in callers' },
  revoke_calendar_feed: { given: {}, worksFor: 'signed-in callers', isLeftOut: true },
  revoke_invitation: { given: { person: nobody }, worksFor: 'administrators' },
  send_mail_again: { given: { mail_id: nobody }, worksFor: 'super admins' },
  send_mails_again: { given: {}, worksFor: 'super admins', isLeftOut: true },
  // store_handed_over stores only what a client of the caller's agency has sent.
  store_handed_over: { given: { secret: nobody, entry: {} }, worksFor: 'signed-in callers' },
  // send_webhook_again and test_webhook find only webhooks that the caller may change.
  send_webhook_again: { given: { delivery: nobody }, worksFor: 'signed-in callers' },
  take_over_entry: { given: { entry: nobody }, worksFor: 'administrators' },
  test_webhook: { given: { webhook: nobody }, worksFor: 'signed-in callers' },
  // whole_subject finds only clients of whom the caller is an admin.
  whole_subject: { given: { kind: 'client', subject: nobody, is_erasing: true }, worksFor: 'signed-in callers' },
  // text_gives_away compares only with rows that the caller may read.
  text_gives_away: { given: { client: nobody, words: 'Nothing' }, worksFor: 'signed-in callers' },
  // undo_import removes only rows that the caller may write.
  undo_import: { given: { import: nobody }, worksFor: 'signed-in callers' },
  // turn_off_push forgets only the caller's own devices.
  turn_off_push: { given: { endpoint: 'https://fcm.googleapis.com/nobody' }, worksFor: 'signed-in callers' },
  // turn_on_push stores no device without keys.
  turn_on_push: {
    given: { endpoint: 'https://fcm.googleapis.com/nobody', p256dh: '', auth: '' },
    worksFor: 'agency staff',
  },
  undo_client_merge: { given: { merged: nobody }, worksFor: 'signed-in callers' },
  visit_figures: { given: { days: 1 }, worksFor: 'signed-in callers' },
  website_facts: { given: {}, worksFor: 'everybody' },
}

export function worksFor(name: string, caller: Caller): boolean {
  const open = functions[name]
  return open !== undefined && groups[open.worksFor](identities[caller], caller)
}

/**
 * Calls a function; true if the caller was let in, whatever it returned. `given` overrides the arguments for a function
 * that nobody may call.
 */
export async function tryFunction(name: string, { db }: Person, given = functions[name]?.given): Promise<boolean> {
  const { error, status } = await db.rpc(name, given)
  // Code 42501 means a missing right; status 401 an invalid token, or a visitor without that right.
  return !(error && (error.code === '42501' || status === 401))
}
