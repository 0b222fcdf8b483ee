import pg from 'pg'
import type { Transaction } from '../database.ts'
import { FileFailed, reason } from './migration-failed.ts'
import { rewriteTransactions } from './rewrite-transactions.ts'

export type SqlFile = {
  /** Identifies the file among all files of a start. */
  key: string
  /** The name of the file in error messages. */
  title: string
  /** Whether the file is one of the engine's own. */
  isOurs: boolean
  /** The statements as they are run. */
  sql: string
  /** Whether the next file may use the temporary tables and functions of this one, as seed files do. */
  leavesTemporary?: boolean
}

/** Runs one of several files in a transaction and resets the session afterwards. */
export async function runFile(tx: Transaction, { key, title, isOurs, sql, leavesTemporary = false }: SqlFile) {
  const text = rewriteTransactions(sql)
  try {
    await tx.query(text)
    await tx.query(CHECK_CONSTRAINTS)
  } catch (cause) {
    const waitsForCommit = usesEnumValueOfSameTransaction(cause, text)
    throw new FileFailed(`${title} failed: ${reason(cause, text)}`, { key, isOurs, waitsForCommit, cause })
  }
  await tx.query(leavesTemporary ? RESET : `${RESET}; discard temp`)
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
