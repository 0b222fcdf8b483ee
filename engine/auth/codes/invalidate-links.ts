import type { Transaction } from '../../database/database.ts'

/**
 * Voids everything that was sent to a user or started by them: links, codes, unfinished sign-ins. Links that confirm a
 * new address or number of theirs may stay valid.
 */
export async function invalidateLinks(tx: Transaction, userId: string, { keepChanges = false } = {}) {
  await tx.query('select engine.void_links($1, $2)', [userId, keepChanges])
}
