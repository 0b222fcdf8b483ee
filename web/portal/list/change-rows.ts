import type { PostgrestClient, PostgrestSingleResponse } from '@supabase/postgrest-js'
import { messageOf, RequestError } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { NO_ANSWER } from '../../ui/toast-texts.ts'
import { undoDeletion } from '../writes/restore-deleted.ts'
import { Undoable } from '../writes/undoable.ts'
import { goneOrRefused } from '../writes/unwrap-change.ts'
import type { WriteMeta } from '../writes/write-meta.ts'
import { describeFailures, type RowsOutcome } from './failed-rows.ts'
import { ChangedMeanwhile } from './list-toasts.ts'

/** Tables whose rows can be changed together, with the name of one row. */
const things = {
  client_requests: 'request',
  clients: 'client',
  contact_submissions: 'enquiry',
  projects: 'project',
  project_steps: 'step',
} as const

type Table = keyof typeof things
type NamedRow = { id: string; name: string }
type Columns = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * A change of a row within its list, with the old and the new values of the changed columns. It applies only while the row has
 * the old values, or those of `seen`: a list may be older than what a colleague has changed.
 */
export type RowChange<Change> = NamedRow & { from: Change; to: Change; seen?: Columns }

type Changing<Change> = {
  table: Table
  undo: WriteMeta
  /** Describes the change of a single row, for the toast after the row's name. */
  say?: (change: Change) => string | null | undefined
  /** A sentence that the toast adds. */
  note?: string | undefined
}

/** Changes several rows and names those that could not be changed. Undo restores the rows that nobody has changed since. */
export async function changeRows<Change extends Columns>(
  rows: readonly RowChange<Change>[],
  { table, undo, say = () => undefined, note }: Changing<Change>,
): Promise<Undoable> {
  const forth = rows.map((row) => ({ ...row, since: row.seen ?? row.from }))
  const { done, refused } = await changeEach(table, forth)
  const back = done.map(({ id, name, from, to }) => ({ id, name, to: from, since: to }))
  return new Undoable(
    {
      mutationFn: async () => {
        const undone = await eachOf(table, 'change it', back, ({ to, since }) => update(table, to, since), changedAgain)
        return undone.refused.length > 0 ? describeFailures(undone, things[table]) : undefined
      },
      meta: undo,
    },
    [
      rows.length === 1
        ? [rows[0]?.name, rows[0] && say(rows[0].to)].filter(Boolean).join(': ')
        : describeFailures({ done, refused }, things[table]),
      note,
    ]
      .filter(Boolean)
      .join('. '),
  )
}

/** Changes one row without an Undo; with `since`, only while the row has these values. */
export async function changeRow(table: Table, row: { id: string; to: Columns; since?: Columns }): Promise<void> {
  await changeEach(table, [{ ...row, name: '' }])
}

const changeEach = <Row extends NamedRow & { to: Columns; since?: Columns }>(table: Table, rows: readonly Row[]) =>
  eachOf(
    table,
    'change it',
    rows,
    ({ to, since }) => update(table, to, since),
    async ({ id, since }) =>
      since && (await hasChanged(table, id, since))
        ? new ChangedMeanwhile()
        : goneOrRefused(things[table], 'change it'),
  )

/** Deletes several rows and names those that could not be deleted. Undo restores the others. */
export async function deleteRows(rows: readonly NamedRow[], table: Table): Promise<Undoable> {
  const { done, refused } = await eachOf(table, 'delete it', rows, () => remove(table))
  const ids = done.map(({ id }) => id)
  return undoDeletion(ids, rows.length === 1 ? undefined : describeFailures({ done, refused }, things[table]))
}

const changedAgain = async () => new Error('Someone has changed it again since.')

/** Whether a row that is still there has other values than these. */
async function hasChanged(table: Table, id: string, since: Columns): Promise<boolean> {
  const client: PostgrestClient = await supabase()
  const columns = client.from(table).select<string, Record<string, unknown>>(Object.keys(since).join())
  const current = unwrap(await columns.eq('id', id).maybeSingle())
  return current !== null && Object.entries(since).some(([column, value]) => current[column] !== value)
}

/** A statement for several rows of one table, which returns the ids of the changed rows. */
type Statement = (ids: readonly string[]) => PromiseLike<PostgrestSingleResponse<{ id: string }[]>>

// Callers check the columns: supabase-js cannot, since the table is known only at run time.
const update = async (table: Table, to: Columns, since: Columns = {}): Promise<Statement> => {
  const client: PostgrestClient = await supabase()
  return (ids) => {
    let statement = client
      .from(table)
      .update(to)
      .filter(...idFilter(ids))
    for (const [column, value] of Object.entries(since)) {
      statement = value === null ? statement.is(column, null) : statement.eq(column, value)
    }
    return statement.select('id')
  }
}

const remove = async (table: Table): Promise<Statement> => {
  const client: PostgrestClient = await supabase()
  return (ids) =>
    client
      .from(table)
      .delete()
      .filter(...idFilter(ids))
      .select('id')
}

/**
 * Groups equal changes into one statement. Row policies leave refused rows out of the result. An error fails the whole
 * statement, and then each row is tried alone. Throws if nothing was changed.
 */
async function eachOf<Row extends NamedRow & { to?: Columns; since?: Columns }>(
  table: Table,
  action: string,
  rows: readonly Row[],
  statementFor: (row: Row) => Promise<Statement>,
  notFound: (row: Row) => Promise<Error> = async () => goneOrRefused(things[table], action),
): Promise<RowsOutcome<Row>> {
  const outcome: RowsOutcome<Row> = { done: [], refused: [] }
  const failures: unknown[] = []

  async function run(alike: readonly Row[], statement: Statement): Promise<void> {
    try {
      const reached = new Set(unwrap(await statement(alike.map(({ id }) => id))).map(({ id }) => id))
      for (const row of alike) {
        if (reached.has(row.id)) outcome.done.push(row)
        else refuse(row, await notFound(row).catch((error: unknown) => error))
      }
    } catch (error) {
      if (alike.length > 1 && isAboutARow(error)) {
        for (const row of alike) await run([row], statement)
      } else for (const row of alike) refuse(row, error)
    }
  }

  function refuse(row: Row, error: unknown) {
    failures.push(error)
    outcome.refused.push({ row, reason: messageOf(error, NO_ANSWER) })
  }

  for (const alike of Map.groupBy(rows, ({ to, since }) => JSON.stringify([to, since])).values()) {
    const [first] = alike
    if (first) await run(alike, await statementFor(first))
  }
  if (outcome.done.length === 0) throw failures[0]
  return outcome
}

/** Whether another row may succeed: the failure of a server that does not answer has nothing to do with the row. */
const isAboutARow = (error: unknown) => error instanceof RequestError && error.status >= 400 && error.status < 500

/** The arguments of a filter by ids: `query.filter(...idFilter(ids))`. A single id uses `eq`. */
const idFilter = ([first = '', ...others]: readonly string[]): [column: 'id', operator: 'eq' | 'in', value: string] =>
  others.length === 0 ? ['id', 'eq', first] : ['id', 'in', `(${[first, ...others].join()})`]
