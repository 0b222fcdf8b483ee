import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../../database/database.ts'
import { insertFactor } from '../factors.ts'
import type { KeptCode } from './codes.ts'

/** So many wrong codes, and none is taken any more for a while: fewer than guessing needs, more than mistyping. */
const WRONG_CODES = 5
const LOCKED_S = 15 * 60

/** A person's codes; the database keeps their hashes. */
export type CodeSet = {
  id: string
  factorId: string
  name: string
  total: number
  remaining: number
  isLocked: boolean
}

export async function findCodeSet(tx: Transaction, userId: string): Promise<CodeSet | undefined> {
  const [set] = await tx.query<CodeSet>(
    `select s.id, f.id as "factorId", coalesce(f.friendly_name, '') as name,
            count(c.id)::int as total, count(c.id) filter (where c.consumed_at is null)::int as remaining,
            coalesce(s.verification_locked_until > now(), false) as "isLocked"
       from auth.mfa_recovery_code_sets s
       join auth.mfa_factors f on f.id = s.mfa_factor_id
       left join auth.mfa_recovery_codes c on c.mfa_recovery_code_set_id = s.id
      where s.user_id = $1
      group by s.id, f.id`,
    [userId],
  )
  return set
}

/** The factor needs no proof of its own: only whoever has just shown another is given codes. Returns its id. */
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

/** From now on the old codes open nothing, and wrong ones typed before are forgiven. */
export async function replaceCodes(tx: Transaction, setId: string, hashes: readonly string[]) {
  await tx.query('delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = $1', [setId])
  await insertCodes(tx, setId, hashes)
  await forgiveWrongCodes(tx, setId)
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

/** Whether it was there to be used: of two requests with the same code, one. */
export async function spendCode(tx: Transaction, id: string): Promise<boolean> {
  const used = await tx.query(
    'update auth.mfa_recovery_codes set consumed_at = now() where id = $1 and consumed_at is null returning id',
    [id],
  )
  return used.length > 0
}

/** Only while the codes are not locked; those typed before an earlier lock don't count any more. */
export async function countWrongCode(tx: Transaction, setId: string) {
  await tx.query(
    `update auth.mfa_recovery_code_sets s
        set failed_verification_count = wrong.codes, updated_at = now(),
            verification_locked_until = case when wrong.codes >= $2 then now() + make_interval(secs => $3) end
       from (select case when verification_locked_until is null then failed_verification_count + 1 else 1 end as codes
               from auth.mfa_recovery_code_sets where id = $1) wrong
      where s.id = $1`,
    [setId, WRONG_CODES, LOCKED_S],
  )
}

export async function forgiveWrongCodes(tx: Transaction, setId: string) {
  await tx.query(
    `update auth.mfa_recovery_code_sets
        set failed_verification_count = 0, verification_locked_until = null, updated_at = now() where id = $1`,
    [setId],
  )
}
