import type { SupabaseClient } from '@supabase/supabase-js'
import type { RowName, Verb } from './rights.ts'
import { tables } from './sample-rows.ts'
import type { TableRows } from './table-rows.ts'
import { arrange, type Person } from './test-accounts.ts'
import type { Row, TestData } from './test-data.ts'

/**
 * Lets a caller try every verb on every row within reach, and returns what worked, as the service role verifies
 * afterwards, whatever the caller was told.
 */
export async function tryEverything(
  table: string,
  caller: Person,
  testData: TestData,
): Promise<Record<Verb, RowName[]>> {
  const rows = tables[table]
  if (!rows) throw new Error(`sample-rows.ts does not say what a row of ${table} looks like.`)
  const worked: Record<Verb, RowName[]> = { select: [], insert: [], update: [], delete: [] }
  await Promise.all(
    rows.names(caller).map(async (name) => {
      const trial = trialOf(table, rows, name, caller, testData)
      for (const verb of rows.only?.(name, caller) ?? verbs) {
        if (await trials[verb](trial)) worked[verb].push(name)
      }
    }),
  )
  return worked
}

const verbs: readonly Verb[] = ['insert', 'select', 'update', 'delete']

type VerbTrial = {
  service: SupabaseClient
  table: string
  caller: Person
  row: Row
  key: Row
  edit: Row
  added: Row
  isStorable: boolean
  given: boolean
  sealed: boolean
}

function trialOf(table: string, rows: TableRows, name: RowName, caller: Person, testData: TestData): VerbTrial {
  const row: Row = { ...(rows.key ? {} : { id: crypto.randomUUID() }), ...rows.row(name, caller, testData) }
  const key = Object.fromEntries((rows.key ?? ['id']).map((column) => [column, row[column]]))
  const marker = crypto.randomUUID()
  const edit = rows.edit(marker, caller)
  const unstorable = testData.isTraceless ? rows.unstorable : undefined
  const { id: _generated, ...added } = { ...row, ...edit, ...rows.fresh?.(row, marker), ...unstorable }
  const { service } = testData.accounts
  const { given = false, sealed = false } = rows
  return { service, table, caller, row, key, edit, added, isStorable: !unstorable, given, sealed }
}

const trials: Record<Verb, (trial: VerbTrial) => Promise<boolean>> = {
  async insert({ service, table, caller, added, isStorable, sealed }) {
    // PostgreSQL evaluates policies before check constraints, so a refused value shows that the policies accepted the
    // row.
    if (!isStorable) return (await caller.db.from(table).insert(added)).error?.code === '23514'
    await attempt(caller.db.from(table).insert(added))
    if (sealed) return exists(service, table, added)
    const { count, error } = await service.from(table).delete({ count: 'exact' }).match(comparable(added))
    if (error) throw new Error(`What ${table} holds now cannot be read: ${error.message}`)
    return count !== 0
  },

  async select({ service, table, caller, row, key, sealed }) {
    if (!sealed) await arrange(service.from(table).upsert(row))
    const found = await attempt(caller.db.from(table).select().match(key))
    return Array.isArray(found) && found.length > 0
  },

  async update({ service, table, caller, row, key, edit }) {
    await attempt(caller.db.from(table).update(edit).match(key))
    const worked = await exists(service, table, { ...key, ...edit })
    if (worked) await arrange(service.from(table).upsert(row))
    return worked
  },

  // The last trial restores the row, so that later callers start from the same state.
  async delete({ service, table, caller, row, key, given, sealed }) {
    await attempt(caller.db.from(table).delete().match(key))
    const worked = !(await exists(service, table, key))
    if (worked && given) await arrange(service.from(table).upsert(row))
    if (!worked && !given && !sealed) await arrange(service.from(table).delete().match(key))
    return worked
  },
}

type Answer = { data: unknown; error: { code?: string; message: string } | null; status: number }

/** Returns a refusal as a result, and throws on any other failure. */
async function attempt(request: PromiseLike<Answer>): Promise<unknown> {
  const { data, error, status } = await request
  if (error && status !== 401 && error.code !== '42501') {
    throw new Error(`Refused for another reason than a missing right: ${error.code} ${error.message}`)
  }
  return data
}

async function exists(service: SupabaseClient, table: string, row: Row): Promise<boolean> {
  const found = await arrange(service.from(table).select().match(row))
  return found.length > 0
}

/** The values by which a row is found: neither nulls, which equal nothing, nor lists and objects, which filters spell differently. */
const comparable = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && typeof value !== 'object'))
