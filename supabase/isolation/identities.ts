import type { Caller, RowName } from './matrix.ts'

/**
 * Functions of the exposed schema that anybody but the service role may call. `me` is tried below, and `website_facts`, which
 * is for everybody; `open_chat_connection`
 * lets the staff of an agency into their own room and refuses everybody else: chat.test.ts.
 */
export const openFunctions: readonly string[] = [
  'backup_state',
  'dismiss_mail',
  'enquiry_figures',
  'mail_state',
  'make_client_of_enquiry',
  'me',
  'open_chat_connection',
  'queued_mails',
  'send_mail_again',
  'send_mails_again',
  'visit_figures',
  'website_facts',
]

/** What super admins look after mails and backups with, and what they give it. */
export const careFunctions: Readonly<Record<string, object>> = {
  backup_state: {},
  dismiss_mail: { mail_id: '00000000-0000-4000-8000-000000000000' },
  mail_state: {},
  queued_mails: {},
  send_mail_again: { mail_id: '00000000-0000-4000-8000-000000000000' },
  send_mails_again: {},
}

/** Who a caller is, as `me` says it: somebody without any role is nobody. `worksFor` is an agency of the world. */
export type Identity = { roles: readonly string[]; worksFor?: RowName; isActive?: true; owesSecondStep?: true }

const staffOf = (agency: RowName, ...roles: string[]): Identity => ({ roles, worksFor: agency, isActive: true })

export const identities: Record<Caller, Identity | 'refused'> = {
  visitor: 'refused',
  nia: { roles: ['user'] },
  uma: { roles: ['user'] },
  ben: staffOf('north', 'user', 'agency_staff'),
  ana: staffOf('north', 'user', 'agency_admin'),
  abe: staffOf('north', 'user', 'admin'),
  sol: staffOf('north', 'user', 'super_admin'),
  cleo: staffOf('south', 'user', 'agency_staff'),
  ivy: { roles: ['user', 'agency_staff'], worksFor: 'closed' },
  dora: { roles: ['user'] },
  otis: 'refused',
  tova: { roles: [], owesSecondStep: true },
  planner: { roles: [] },
}
