import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from '../database/database.ts'

const inventory = readFileSync(join(import.meta.dirname, 'objects.sql'), 'utf8')

/** The definition of every object of a database, by kind and name, without the content of tables. */
export async function objectsOf(tx: Pick<Transaction, 'query'>): Promise<Record<string, string>> {
  const objects = await tx.query<{ kind: string; name: string; definition: string | null }>(inventory)
  return Object.fromEntries(objects.map(({ kind, name, definition }) => [`${kind} ${name}`, definition ?? '']))
}
