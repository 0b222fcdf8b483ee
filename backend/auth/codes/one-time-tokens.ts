import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { User } from '../people/user.ts'
import { userAsJson } from '../people/users.ts'
import { storedForms } from './one-time-codes.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'phone_change_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

/** `relatesTo` is the address or the number that the code went to, and the identity for which it was sent, if any. */
export type FoundToken = { tokenType: TokenType; relatesTo: string; user: User }

/** Keeps the hash of a code until it is used; a person has one of each type, and a new one replaces the old. */
export async function keepToken(tx: Transaction, userId: string, type: TokenType, address: string, hash: string) {
  await tx.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4, $5)
     on conflict (user_id, token_type) do update
       set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to,
           created_at = now(), updated_at = now()`,
    [randomUUID(), userId, type, hash, address],
  )
}

const FOR_IDENTITY = ' for '

/** The mail with this token was sent because of a sign-in by a provider, and confirms that identity alone. */
export async function keepForIdentity(tx: Transaction, userId: string, type: TokenType, identityId: string) {
  await tx.query(
    `update auth.one_time_tokens set relates_to = relates_to || '${FOR_IDENTITY}' || $3
      where user_id = $1 and token_type = $2`,
    [userId, type, identityId],
  )
}

/** The identity for which a token was sent; undefined where somebody asked by the address itself. */
export const identityOf = ({ relatesTo }: Pick<FoundToken, 'relatesTo'>) => relatesTo.split(FOR_IDENTITY, 2)[1]

/** A mail to this person is on its way that somebody else asked for than this identity. */
export async function isAskedForByMail(tx: Transaction, userId: string, identityId: string): Promise<boolean> {
  const rows = await tx.query<{ relatesTo: string }>(
    'select relates_to as "relatesTo" from auth.one_time_tokens where user_id = $1',
    [userId],
  )
  return rows.some((token) => identityOf(token) !== identityId)
}

/**
 * Whose token this is. Both rows stay locked until the transaction ends, so that of two clicks on one link only the
 * first finds it.
 */
export async function findToken(
  tx: Transaction,
  types: readonly TokenType[],
  hash: string,
): Promise<FoundToken | undefined> {
  const [row] = await tx.query<FoundToken>(
    `select t.token_type as "tokenType", t.relates_to as "relatesTo", ${userAsJson('u')} as user
       from auth.one_time_tokens t join auth.users u on u.id = t.user_id
      where t.token_hash = any ($1) and t.token_type::text = any ($2)
        for no key update of t, u`,
    [storedForms(hash), types],
  )
  return row
}

/** None of the person's links and codes work any more. */
export async function dropTokens(tx: Transaction, userId: string) {
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [userId])
}

export async function dropToken(tx: Transaction, userId: string, type: TokenType) {
  await tx.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [userId, type])
}
