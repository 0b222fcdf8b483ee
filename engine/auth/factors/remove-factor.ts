import type { Transaction } from '../../database/database.ts'
import { lowerLevel } from '../sessions/levels.ts'
import { dropFactor, type StoredFactor } from './factors.ts'
import { methodOf } from './method.ts'

/** The factor is gone, and with it what sessions gained by it. */
export async function removeFactor(tx: Transaction, { id, factor_type }: Pick<StoredFactor, 'id' | 'factor_type'>) {
  await lowerLevel(tx, id, methodOf[factor_type])
  await dropFactor(tx, id)
}
