import type { Transaction } from '../../database/database.ts'
import { lowerAssuranceLevel } from '../sessions/assurance-levels.ts'
import { amrMethods } from './amr-method.ts'
import { dropFactor, type StoredFactor } from './factor-rows.ts'

/** Removes a factor, and lowers the sessions that used it. */
export async function removeFactor(tx: Transaction, { id, factor_type }: Pick<StoredFactor, 'id' | 'factor_type'>) {
  await lowerAssuranceLevel(tx, id, amrMethods[factor_type])
  await dropFactor(tx, id)
}
