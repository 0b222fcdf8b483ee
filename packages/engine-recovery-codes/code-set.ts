import { randomUUID } from 'node:crypto'
import { insertFactor, type Transaction } from 'engine/feature'
import type { KeptCode } from './code-hashes.ts'

/** A user's codes, of which the database stores hashes. */
export type CodeSet = {
  id: string
  factorId: string
  name: string
  total: number
  remaining: number
}

export async function findCodeSet(tx: Transaction, userId: string): Promise<CodeSet | undefined> {
  const [set] = await tx.query<CodeSet>(
    `select s.id, f.id as "factorId", coalesce(f.friendly_name, '') as name,
            count(c.id)::int as total, count(c.id) filter (where c.consumed_at is null)::int as remaining
       from auth.mfa_recovery_code_sets s
       join auth.mfa_factors f on f.id = s.mfa_factor_id
       left join auth.mfa_recovery_codes c on c.mfa_recovery_code_set_id = s.id
      where s.user_id = $1
      group by s.id, f.id`,
    [userId],
  )
  return set
}

/**
 * Inserts a set of codes as a verified factor: it needs no proof, because another factor has just been used. Returns
 * its id.
 */
export async function insertCodeSet(
  tx: Transaction,
  { userId, name, hashes }: { userId: string; name: string; hashes: readonly string[] },
): Promise<string> {
  const factor = {
    user_id: userId,
    factor_type: 'recovery_code',
    friendly_name: name,
    secret: null,
    phone: null,
  } as const
  const factorId = await insertFactor(tx, factor, 'verified')
  const id = randomUUID()
  await tx.query('insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values ($1, $2, $3)', [
    id,
    userId,
    factorId,
  ])
  await insertCodes(tx, id, hashes)
  return factorId
}

/** Replaces the codes; the old ones become void. */
export async function replaceCodes(tx: Transaction, setId: string, hashes: readonly string[]) {
  await tx.query('delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = $1', [setId])
  await insertCodes(tx, setId, hashes)
}

async function insertCodes(tx: Transaction, setId: string, hashes: readonly string[]) {
  await tx.query(
    `insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
     select gen_random_uuid(), $1, hash from unnest($2::text[]) hash`,
    [setId, hashes],
  )
}

export const unusedCodes = (tx: Transaction, setId: string): Promise<KeptCode[]> =>
  tx.query<KeptCode>(
    `select id, code_hash as hash from auth.mfa_recovery_codes
      where mfa_recovery_code_set_id = $1 and consumed_at is null`,
    [setId],
  )

/** Uses a code up. Returns true for only one of two concurrent requests with the same code. */
export async function spendCode(tx: Transaction, id: string): Promise<boolean> {
  const used = await tx.query(
    'update auth.mfa_recovery_codes set consumed_at = now() where id = $1 and consumed_at is null returning id',
    [id],
  )
  return used.length > 0
}
