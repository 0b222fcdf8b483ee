import type { Transaction } from '../../database/database.ts'

/**
 * Whatever was sent to a person or begun by them opens nothing any more: links, codes, halves of sign-ins. Those that
 * confirm a new address or number of theirs may stay.
 */
export async function voidLinks(tx: Transaction, userId: string, { keepChanges = false } = {}) {
  await tx.query('select engine.void_links($1, $2)', [userId, keepChanges])
}
