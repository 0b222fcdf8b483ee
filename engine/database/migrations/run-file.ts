import pg from 'pg'
import type { Transaction } from '../database.ts'
import { FileFailed, reason } from './migration-failed.ts'
import type { AsRun } from './migration-histories.ts'
import { rewriteTransactions } from './rewrite-transactions.ts'
import { partsOf, type SqlPart } from './sql-file-parts.ts'

export type SqlFile = {
  /** Identifies the file among all files of a start. */
  key: string
  /** The name of the file in error messages. */
  title: string
  /** Whether the file is one of the engine's own. */
  isOurs: boolean
  sql: string
  /** Rewrites the SQL before it runs; left out where it runs as it is. */
  asRun?: AsRun | undefined
  /** Whether the next file may use the temporary tables and functions of this one, as seed files do. */
  leavesTemporary?: boolean
}

/** Runs one of several files in a transaction and resets the session afterwards. */
export async function runFile(tx: Transaction, file: SqlFile) {
  // PostgreSQL itself refuses a statement that cannot run in a transaction.
  await runParts(tx, partsIn(file), file)
  await tx.query(file.leavesTemporary ? RESET : `${RESET}; discard temp`)
}

/**
 * Runs a file statement by statement where PostgreSQL refuses that in a transaction, and what is between those
 * statements in transactions. `record` runs in the last one.
 */
export async function runFileAlone(session: Transaction, file: SqlFile, record: () => Promise<unknown>) {
  const inTransaction = async (work: () => Promise<unknown>) => {
    await session.query('begin')
    await work()
    await session.query('commit')
  }
  let together: SqlPart[] = []
  for (const part of partsIn(file)) {
    if (part.kind !== 'alone') {
      together.push(part)
      continue
    }
    const before = together
    together = []
    if (before.length > 0) await inTransaction(() => runParts(session, before, file))
    await refusedAs(file, part.sql, () => session.query(file.asRun?.(part.sql) ?? part.sql))
  }
  await inTransaction(async () => {
    await runParts(session, together, file)
    await session.query(RESET)
    await record()
  })
}

function partsIn(file: SqlFile): SqlPart[] {
  try {
    return partsOf(file.sql)
  } catch (cause) {
    throw failure(file, file.sql, cause)
  }
}

async function runParts(tx: Transaction, parts: readonly SqlPart[], file: SqlFile) {
  let isOpen = false
  let last = file.sql
  for (const part of parts) {
    const rewritten = rewriteTransactions(file.asRun?.(part.sql) ?? part.sql, isOpen)
    isOpen = rewritten.isOpen
    last = rewritten.text
    const reading = part.kind === 'copy' ? { data: part.data } : {}
    await refusedAs(file, last, () => tx.query(last, undefined, reading))
  }
  await refusedAs(file, last, () => tx.query(CHECK_CONSTRAINTS))
}

/** `sql` is the text that the position of an error refers to. */
async function refusedAs(file: SqlFile, sql: string, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (cause) {
    throw failure(file, sql, cause)
  }
}

function failure({ key, title, isOurs, sql: whole }: SqlFile, sql: string, cause: unknown): FileFailed {
  const waitsForCommit = usesEnumValueOfSameTransaction(cause, whole)
  return new FileFailed(`${title} failed: ${reason(cause, sql)}`, { key, isOurs, waitsForCommit, cause })
}

/** PostgreSQL refuses to use a value that was added to an enum in the same transaction. */
const UNSAFE_NEW_ENUM_VALUE = '55P04'

/**
 * Whether the value was added by another file. A file that adds and uses a value would also fail in a transaction of
 * its own.
 */
function usesEnumValueOfSameTransaction(cause: unknown, sql: string): boolean {
  if (!(cause instanceof pg.DatabaseError) || cause.code !== UNSAFE_NEW_ENUM_VALUE) return false
  const [, value] = /"(.*)" of enum type/.exec(cause.message) ?? []
  const added = Array.from(sql.matchAll(/\badd\s+value\s+(?:if\s+not\s+exists\s+)?'+([^']+)/gi), ([, name]) => name)
  return !added.includes(value)
}

/**
 * Checks deferred constraints and triggers at the end of each file: their failure is that of this file, and pending
 * ones would keep the next file from altering the table. Constraints that are deferred only on demand become immediate
 * again for the next file.
 */
const CHECK_CONSTRAINTS = `
  do $$
  declare
    immediate text;
  begin
    if not exists (select from pg_catalog.pg_constraint where condeferrable) then
      return;
    end if;
    set constraints all immediate;
    set constraints all deferred;
    select string_agg(distinct pg_catalog.format('%I.%I', n.nspname, c.conname), ', ')
      into immediate
      from pg_catalog.pg_constraint c
      join pg_catalog.pg_namespace n on n.oid = c.connamespace
      where c.condeferrable and not c.condeferred;
    if immediate is not null then
      execute 'set constraints ' || immediate || ' immediate';
    end if;
  end $$`

/** Resets the settings that a file may leave behind, above all its search_path and its role. */
const RESET = 'reset session authorization; reset role; reset all'
