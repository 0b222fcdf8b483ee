import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { existingTables } from '../existing-tables.ts'

/** The features of this service, which name their tables with rows of users. */
export type WithAuthFeatures = Pick<FastifyInstance, 'authFeatures'>

/** Deletes a user's second factors and everything else that features store for them. */
export async function deleteUserOwnedRows({ authFeatures }: WithAuthFeatures, tx: Transaction, userId: string) {
  for (const table of ['mfa_factors', ...(await existingTables(tx, authFeatures.always('tablesOfUsers').flat()))]) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [userId])
  }
}
