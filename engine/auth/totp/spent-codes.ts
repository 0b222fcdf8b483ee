import type { Transaction } from '../../database/database.ts'

/** Uses up the code of an authenticator app; false where it, or a later one, was used before. */
export async function spendTimeStep(tx: Transaction, factorId: string, step: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into engine.used_totp_codes as used (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where used.step < excluded.step
     returning factor_id`,
    [factorId, step],
  )
  return rows.length > 0
}
