import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { User } from '../users/user.ts'
import { lockUser } from '../users/user-rows.ts'
import type { StoredCode } from './one-time-codes.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'phone_change_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

/**
 * What a mail was sent for: the account's own sign-up, one identity (its key), or only the address, as with a magic
 * link. Opening it proves that and nothing else in the account.
 */
export type TokenPurpose = typeof SIGN_UP | (string & {}) | null

export const SIGN_UP = 'sign-up'

/** `address`: the mail address or number that the code went to. */
export type Token = StoredCode & { type: TokenType; address: string; proves: TokenPurpose }

const tokenColumns =
  'token_type as type, relates_to as address, proves, token_hash as "linkHash", code_hash as "codeHash"'

export type FoundToken = Pick<Token, 'type' | 'address' | 'proves'> & { user: User }

/** Stores a code until it is used; a user has one of each type. Returns the replaced one. */
export async function storeToken(
  tx: Transaction,
  userId: string,
  { type, address, proves, linkHash, codeHash }: Token,
): Promise<Token | undefined> {
  const [row] = await tx.query<{ earlier: Token | null }>(
    `with earlier as (
       select ${tokenColumns} from auth.one_time_tokens where user_id = $2 and token_type = $3)
     insert into auth.one_time_tokens (id, user_id, token_type, relates_to, proves, token_hash, code_hash)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, token_type) do update
       set id = excluded.id, relates_to = excluded.relates_to, proves = excluded.proves,
           token_hash = excluded.token_hash, code_hash = excluded.code_hash, created_at = now(), updated_at = now()
     returning (select to_jsonb(earlier) from earlier) as earlier`,
    [randomUUID(), userId, type, address, proves, linkHash, codeHash],
  )
  return row?.earlier ?? undefined
}

/** Whether a mail to this user is on its way that was requested for another identity. */
export async function hasPendingMail(tx: Transaction, userId: string, identityId: string): Promise<boolean> {
  const rows = await tx.query(
    'select from auth.one_time_tokens where user_id = $1 and proves is distinct from $2 limit 1',
    [userId, identityId],
  )
  return rows.length > 0
}

/** How a token is presented: by the link, or by a typed code. */
export type PresentedToken = Pick<StoredCode, 'linkHash'> | Pick<StoredCode, 'codeHash'>

/**
 * The user of this token, locked until the transaction ends, so that of two clicks on one link only the first finds it.
 */
export async function findToken(
  tx: Transaction,
  types: readonly TokenType[],
  shown: PresentedToken,
): Promise<FoundToken | undefined> {
  const [column, hash] = 'linkHash' in shown ? ['token_hash', shown.linkHash] : ['code_hash', shown.codeHash]
  const search = () =>
    tx.query<Pick<Token, 'type' | 'address' | 'proves'> & { userId: string }>(
      `select user_id as "userId", token_type as type, relates_to as address, proves
         from auth.one_time_tokens where ${column} = $1 and token_type::text = any ($2) limit 1`,
      [hash, types],
    )
  // Locks the user first, like every function that changes tokens: two transactions that lock in different orders could
  // deadlock.
  const [owned] = await search()
  const user = owned && (await lockUser(tx, owned.userId))
  const [token] = await search()
  return user && token?.userId === user.id ? { ...token, user } : undefined
}

/** The unused token of this type; undefined where there is none. */
export async function readToken(tx: Transaction, userId: string, type: TokenType): Promise<Token | undefined> {
  const [token] = await tx.query<Token>(
    `select ${tokenColumns} from auth.one_time_tokens where user_id = $1 and token_type = $2`,
    [userId, type],
  )
  return token
}

/** Voids all links and codes of the user. */
export async function dropTokens(tx: Transaction, userId: string) {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}

/** Removes a token and returns it. */
export async function dropToken(tx: Transaction, userId: string, type: TokenType): Promise<Token | undefined> {
  const [dropped] = await tx.query<Token>(
    `delete from auth.one_time_tokens where user_id = $1 and token_type = $2 returning ${tokenColumns}`,
    [userId, type],
  )
  return dropped
}
