import { identities } from './identities.ts'
import { matrix } from './matrix.ts'
import type { Caller, RowName } from './rights.ts'
import { tables } from './sample-rows.ts'
import { agencies } from './table-rows.ts'
import { arrange, type Person } from './test-accounts.ts'
import type { TestData } from './test-data.ts'

/** Tables whose changes are published, as in the migrations. */
export const followed = [
  'clients',
  'client_notes',
  'client_people',
  'projects',
  'project_notes',
  'project_steps',
  'project_updates',
  'client_update_attachments',
  'client_links',
  'client_link_openings',
  'update_answers',
  'client_mails',
  'client_requests',
  'client_secrets',
  'client_months',
  'calls',
  'contact_submissions',
  'chat_messages',
  'notices',
] as const

/** The caller who changes the rows; rows called `own` are that caller's. */
const MAKER = 'sol'

/**
 * The rows of a table to change: enquiries exist only for the agency that answers the website; a notice belongs to one
 * person.
 */
const rowsOf = (table: string): readonly RowName[] => {
  if (table === 'contact_submissions') return ['any']
  return table === 'notices' ? ['own', ...agencies] : agencies
}

export type ReceivedChange = { table: string; type: string; id: unknown; row: Record<string, unknown> }

/**
 * Subscribes to the tables. `heard` collects the changes, and `words` soon holds the server's answer to the
 * subscription.
 */
export async function listen(
  { db }: Person,
  names: readonly string[],
): Promise<{ heard: ReceivedChange[]; words: string[] }> {
  const heard: ReceivedChange[] = []
  const words: string[] = []
  const channel = db.channel(`changes:${crypto.randomUUID()}`)
  for (const table of names) {
    channel.on<Record<string, unknown>>('postgres_changes', { event: '*', schema: 'public', table }, (change) => {
      const { eventType: type, new: row, old } = change
      heard.push({
        table,
        type,
        id: type === 'DELETE' ? Reflect.get(old, 'id') : Reflect.get(row, 'id'),
        row: { ...old, ...row },
      })
    })
  }
  channel.on('system', {}, ({ message }) => words.push(message))
  await db.realtime.setAuth()
  channel.subscribe((_status, error) => error && words.push(error.message))
  return { heard, words }
}

/** Realtime's answer to a permitted subscription; others get the reason for the refusal. */
export const SUBSCRIBED = 'Subscribed to PostgreSQL'

export type MadeRow = { table: string; agency: RowName; id: string }

/** Inserts and updates a row of each table in each agency. */
export async function makeRows(testData: TestData): Promise<MadeRow[]> {
  const { service } = testData.accounts
  const made: MadeRow[] = []
  for (const table of followed) {
    const { row, edit, fresh } = tables[table] ?? {}
    if (!row || !edit) throw new Error(`Nobody has said what a row of ${table} looks like.`)
    for (const agency of rowsOf(table)) {
      const id = crypto.randomUUID()
      const first = row(agency, testData.people[MAKER], testData)
      const own = Object.entries(fresh?.(first, id) ?? {}).filter(([, value]) => value !== undefined)
      await arrange(service.from(table).insert({ id, ...first, ...Object.fromEntries(own) }))
      await arrange(service.from(table).update(edit('changed', testData.people[MAKER])).eq('id', id))
      made.push({ table, agency, id })
    }
  }
  return made
}

export async function deleteRows({ accounts: { service } }: TestData, made: readonly MadeRow[]) {
  for (const { table, id } of made.toReversed()) await arrange(service.from(table).delete().eq('id', id))
}

/** Rows whose changes the caller should receive, by what the matrix lets them read. */
export function expectedChanges(caller: Caller, rightsOf = matrix): string[] {
  // A key opens no live connection.
  const hasSession = identities[caller] !== 'refused'
  return followed
    .flatMap((table) => {
      const seen = (hasSession && rightsOf[table]?.[caller].select) || []
      return rowsOf(table)
        .filter((row) => seen.includes(row) && (row !== 'own' || caller === MAKER))
        .map((row) => `${table} of ${row}`)
    })
    .sort()
}

/** Rows whose changes the caller has received. */
export const receivedChanges = (made: readonly MadeRow[], heard: readonly ReceivedChange[], type: string): string[] =>
  heard
    .filter((change) => change.type === type)
    .flatMap(({ table, id }) => made.filter((row) => row.id === id).map(({ agency }) => `${table} of ${agency}`))
    .sort()
