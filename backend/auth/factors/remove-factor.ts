import type { Transaction } from '../../database/database.ts'
import { lowerLevel } from '../sessions/levels.ts'
import { dropFactor, type StoredFactor } from './factors.ts'

/** The factor is gone, and with it what sessions gained by it. */
export async function removeFactor(tx: Transaction, { id, factor_type }: StoredFactor) {
  await lowerLevel(tx, id, factor_type === 'phone' ? 'mfa/phone' : 'totp')
  await dropFactor(tx, id)
}
