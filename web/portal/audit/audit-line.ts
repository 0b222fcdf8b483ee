import type { Database, Json, Tables } from '../../lib/database.types.ts'
import { formatCount } from '../../lib/formats.ts'

type Kind = Tables<'audit_events'>['kind']
type Nullable = 'agency_id' | 'agency_name' | 'actor_id' | 'actor_name' | 'subject_id' | 'said'
type AuditRow = Database['public']['Functions']['audit_trail']['Returns'][number]

/** A line of the audit trail. The generated types do not say which columns of a function may be null. */
export type AuditLine = Omit<AuditRow, Nullable | 'total'> & { [name in Nullable]: AuditRow[name] | null }

/** Groups of kinds of audit lines, which the filter offers as one choice each. */
export const kindGroups = {
  'sign-ins': { label: 'Sign-ins', kinds: ['signed_in', 'sign_in_failed'] },
  accounts: {
    label: 'Accounts',
    kinds: [
      ...([
        'created',
        'invited',
        'invitation_revoked',
        'password_changed',
        'password_reset',
        'address_changed',
        'second_step_removed',
      ] as const),
      ...(['deactivated', 'reactivated', 'account_deleted', 'feed_made', 'feed_revoked'] as const),
    ],
  },
  roles: { label: 'Roles and agencies', kinds: ['role_given', 'role_taken', 'joined_agency', 'left_agency'] },
  agencies: {
    label: 'Changes of agencies, plans and main persons',
    kinds: ['agency_added', 'agency_changed', 'agency_deleted', 'plan_changed', 'main_person_changed'],
  },
  months: { label: 'Months of clients', kinds: ['month_mailed', 'month_changed'] },
  deletions: {
    label: 'Deletions',
    kinds: [
      'client_deleted',
      'person_deleted',
      'project_deleted',
      'step_deleted',
      'note_deleted',
      'update_deleted',
      'enquiry_deleted',
      'brought_back',
      'clients_merged',
      'merge_undone',
    ],
  },
  calls: { label: 'Calls', kinds: ['call_planned', 'call_moved', 'call_cancelled'] },
  sources: { label: 'Sources of enquiries', kinds: ['source_added', 'source_revoked'] },
  requests: { label: 'What clients ask for', kinds: ['client_asked', 'request_closed'] },
  vault: { label: 'Use of the vault', kinds: ['vault_copied', 'vault_viewed', 'vault_taken_over'] },
  secrets: {
    label: 'Passwords handed over by clients',
    kinds: ['secret_asked', 'secret_sent', 'secret_opened', 'secret_withdrawn'],
  },
  webhooks: { label: 'Webhooks', kinds: ['webhook_added', 'webhook_changed', 'webhook_deleted'] },
  keys: {
    label: 'Keys of programs, and what they wrote',
    kinds: ['key_added', 'key_revoked', 'program_added', 'program_changed'],
  },
  exports: { label: 'Exported and erased', kinds: ['exported', 'erased'] },
} as const satisfies Record<string, { label: string; kinds: readonly Kind[] }>

export type KindGroup = keyof typeof kindGroups
export const kindGroupNames = Object.keys(kindGroups).filter((name): name is KindGroup => name in kindGroups)

/** The text in place of a name that has been erased. */
const ERASED = 'somebody who was erased'

const actors: Record<string, string> = {
  'service key': 'The service key',
  server: 'The server',
  program: 'A program',
  somebody: 'Somebody',
}

export const actorName = ({ actor_kind, actor_name }: AuditLine): string =>
  actor_name ?? actors[actor_kind] ?? capital(ERASED)

/** Describes an audit line in a sentence without a full stop. */
export function auditSentence(line: AuditLine): string {
  const tell = Object.entries(deeds).find(([kind]) => kind === line.kind)?.[1]
  const isOwn = line.actor_id !== null && line.actor_id === line.subject_id
  const words: Words = {
    name: wordOf(line.said, 'name') ?? ERASED,
    isOwn,
    isKnown: line.subject_id !== null,
    role: wordOf(line.said, 'after') ?? wordOf(line.said, 'before') ?? 'a role',
    title: wordOf(line.said, 'title') ?? '',
    before: wordOf(line.said, 'before') ?? ERASED,
    project: wordOf(line.said, 'project'),
    agency: line.agency_name ?? 'an agency that was deleted',
    list: listOf(line),
    forgotten: fieldOf(line.said, 'forgotten'),
  }
  return `${actorName(line)} ${tell ? tell(words) : line.kind}`
}

type Words = {
  name: string
  /** True if the person acted on their own account. */
  isOwn: boolean
  /** True if the audit line is about a person or a record that has a name. */
  isKnown: boolean
  role: string
  title: string
  before: string
  project: string | undefined
  agency: string
  list: string
  /** The number of enquiries that were erased by night. */
  forgotten: Json | undefined
}

/** Names an exported list: 'the list of clients, 42 rows'. A list that no longer exists is just 'a list'. */
function listOf({ said }: AuditLine): string {
  const [list, rows] = [wordOf(said, 'list'), fieldOf(said, 'rows')]
  if (list === undefined || typeof rows !== 'number') return 'a list'
  return `the list of ${list}, ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

/** Names what a program wrote: 'the client Harbor Bakery', 'an update of Harbor Bakery'. */
function writtenThing({ title, name }: Words): string {
  if (title === 'client') return `the client ${name}`
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title} ${title === 'note' ? 'about' : 'of'} ${name}`
}

const deeds = {
  signed_in: () => 'signed in',
  sign_in_failed: ({ name }) => `could not sign in as ${name}`,
  password_changed: () => 'changed their password',
  second_step_removed: ({ isOwn, name }) => `removed a second sign-in step of ${isOwn ? 'their own' : name}`,
  address_changed: ({ isOwn, name }) => `changed the email address of ${isOwn ? 'their own account' : name}`,
  created: ({ name }) => `created the account of ${name}`,
  invited: ({ name }) => `invited ${name}`,
  invitation_revoked: ({ name }) => `withdrew the invitation of ${name}`,
  password_reset: ({ name }) => `reset the password of ${name}`,
  deactivated: ({ name }) => `deactivated ${name}`,
  reactivated: ({ name }) => `brought ${name} back`,
  account_deleted: ({ name }) => `deleted the account of ${name}`,
  role_given: ({ name, role }) => `made ${name} ${role}`,
  role_taken: ({ name, role }) => `took the role ${role} from ${name}`,
  joined_agency: ({ name, agency }) => `put ${name} into ${agency}`,
  left_agency: ({ name, agency }) => `took ${name} out of ${agency}`,
  agency_added: ({ name }) => `added the agency ${name}`,
  agency_changed: ({ name }) => `changed the agency ${name}`,
  agency_deleted: ({ name }) => `deleted the agency ${name}`,
  plan_changed: ({ name }) => `changed the plan of ${name}`,
  main_person_changed: ({ name, before }) => `made ${name} the main person in place of ${before}`,
  webhook_added: ({ name }) => `added the webhook ${name}`,
  webhook_changed: ({ name }) => `changed the webhook ${name}`,
  webhook_deleted: ({ name }) => `deleted the webhook ${name}`,
  key_added: ({ name }) => `added the key ${name}`,
  key_revoked: ({ name }) => `revoked the key ${name}`,
  program_added: (words) => `added ${writtenThing(words)}`,
  program_changed: (words) => `changed ${writtenThing(words)}`,
  client_asked: ({ name, title }) => `asked for ${title} by a link of ${name}`,
  secret_asked: ({ name, title }) => `asked ${name} to hand over ${title}`,
  secret_sent: ({ name, title }) => `handed over ${title} by a link of ${name}`,
  secret_opened: ({ name, title }) => `took ${title} of ${name} into the vault`,
  secret_withdrawn: ({ name, title }) => `withdrew ${title}, which ${name} was asked for`,
  request_closed: ({ name, title }) => `closed ${title}, which ${name} asked for`,
  month_mailed: ({ name, title }) => `had ${title} mailed to ${name}`,
  month_changed: ({ name, title }) => `changed ${title} of ${name} after it was mailed`,
  call_planned: ({ name, title }) => `planned a call with ${name}, ${title}`,
  call_moved: ({ name, title }) => `moved a call with ${name} to ${title}`,
  call_cancelled: ({ name, title }) => `cancelled a call with ${name}, ${title}`,
  feed_made: ({ isOwn, name }) => `made a calendar feed${isOwn ? '' : ` of ${name}`}`,
  feed_revoked: ({ isOwn, name }) => `revoked a calendar feed${isOwn ? '' : ` of ${name}`}`,
  client_deleted: ({ name }) => `deleted the client ${name}`,
  person_deleted: ({ name, title }) => `deleted the person ${title} of ${name}`,
  project_deleted: ({ name, title }) => `deleted the project ${title} of ${name}`,
  step_deleted: ({ name, title, project }) => `deleted the step ${title} of the project ${project} of ${name}`,
  note_deleted: ({ name, project }) => `deleted a note about ${project ? `the project ${project} of ${name}` : name}`,
  update_deleted: ({ name, title, project }) => `deleted the update ${title} about ${project} of ${name}`,
  enquiry_deleted: ({ name }) => `deleted the enquiry of ${name}`,
  source_added: ({ name }) => `added ${name} as a source of enquiries`,
  source_revoked: ({ name }) => `revoked ${name} as a source of enquiries`,
  brought_back: ({ name, title }) => `brought back ${title === '' || title === name ? name : `${title} of ${name}`}`,
  clients_merged: ({ name, title }) => `merged the client ${title} with ${name}`,
  merge_undone: ({ title, name }) => `undid the merge of the client ${title || name}`,
  vault_copied: () => 'copied a password from the vault',
  vault_viewed: () => 'looked at a password or notes in the vault',
  vault_taken_over: () => 'took over a shared entry of the vault',
  exported: ({ name, isKnown, isOwn, list }) => {
    if (isOwn) return `exported ${list}`
    return isKnown ? `exported the data of ${name}` : 'exported the audit trail'
  },
  erased: ({ forgotten }) =>
    typeof forgotten === 'number'
      ? `erased ${formatCount(forgotten)} ${forgotten === 1 ? 'enquiry' : 'enquiries'} that became nobody`
      : 'erased somebody or something for good',
} satisfies Record<Kind, (words: Words) => string>

export type AuditChange = { what: string; before: string; after: string }

/** Returns the old and the new values of a change, where the audit line has both. */
export function changesOf({ kind, said }: AuditLine): AuditChange[] {
  if (kind === 'address_changed') {
    return [{ what: 'email', before: wordOf(said, 'before') ?? '–', after: wordOf(said, 'after') ?? '–' }]
  }
  const [before, after] = [fieldOf(said, 'before'), fieldOf(said, 'after')]
  if (!isObject(before) || !isObject(after)) return []
  return Object.keys(after).map((name) => ({
    what: name.replaceAll('_', ' '),
    before: textOf(before[name]),
    after: textOf(after[name]),
  }))
}

/** The network address that an audit line names, if any. */
export const addressOf = ({ said }: AuditLine): string | undefined => wordOf(said, 'from')

const isObject = (value: Json | undefined | null): value is { [name: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (said: Json | null, name: string): Json | undefined => (isObject(said) ? said[name] : undefined)

function wordOf(said: Json | null, name: string): string | undefined {
  const word = fieldOf(said, name)
  return typeof word === 'string' ? word : undefined
}

function textOf(value: Json | undefined): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
