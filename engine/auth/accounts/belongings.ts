import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { tablesHere } from '../tables-here.ts'

/** What knows where people have something in this service beside their account. */
export type Keepers = Pick<FastifyInstance, 'authFeatures'>

/** Second factors, and whatever else features keep for somebody, are gone. */
export async function dropBelongings({ authFeatures }: Keepers, tx: Transaction, userId: string) {
  for (const table of ['mfa_factors', ...(await tablesHere(tx, authFeatures.always('tablesOfUsers').flat()))]) {
    await tx.query(`delete from auth.${table} where user_id = $1`, [userId])
  }
}
