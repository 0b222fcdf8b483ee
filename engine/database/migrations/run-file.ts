import pg from 'pg'
import type { Transaction } from '../database.ts'
import { FileFailed, reason } from './migration-failed.ts'
import { withoutOwnTransactions } from './own-transactions.ts'

export type SqlFile = {
  /** Tells it from all other files of a start. */
  key: string
  /** How it is called where it fails. */
  title: string
  /** Whether it is one of the engine's own. */
  isOurs: boolean
  /** The statements as they are run. */
  sql: string
  /** Whether the next file finds the temporary tables and functions of this one, as seeds do. */
  leavesTemporary?: boolean
}

/** Runs one file among others in a transaction, so that the next one finds the session as the first one did. */
export async function runFile(tx: Transaction, { key, title, isOurs, sql, leavesTemporary = false }: SqlFile) {
  const text = withoutOwnTransactions(sql)
  try {
    await tx.query(text)
    await tx.query(CHECK_CONSTRAINTS)
  } catch (cause) {
    const waitsForCommit = usesValueOfAnother(cause, text)
    throw new FileFailed(`${title} failed: ${reason(cause, text)}`, { key, isOurs, waitsForCommit, cause })
  }
  await tx.query(leavesTemporary ? RESET : `${RESET}; discard temp`)
}

/** PostgreSQL lets nobody use a value that was added to an enum before that is committed. */
const UNSAFE_NEW_ENUM_VALUE = '55P04'

/** A file that adds the value itself fails in a transaction of its own, too. */
function usesValueOfAnother(cause: unknown, sql: string): boolean {
  if (!(cause instanceof pg.DatabaseError) || cause.code !== UNSAFE_NEW_ENUM_VALUE) return false
  const [, value] = /"(.*)" of enum type/.exec(cause.message) ?? []
  const added = Array.from(sql.matchAll(/\badd\s+value\s+(?:if\s+not\s+exists\s+)?'+([^']+)/gi), ([, name]) => name)
  return !added.includes(value)
}

/**
 * What a file has put off to the end of its transaction is done here: its deferred constraints and triggers, whose failure is that
 * of this file, and which would keep the next one from changing the table. Those that are deferred only on demand are immediate
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

/** A file may leave its own settings behind, a search_path above all, and its role. */
const RESET = 'reset session authorization; reset role; reset all'
