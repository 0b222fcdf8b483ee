import { randomBytes, randomUUID } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { Client } from './client.ts'
import { hashSecret, isSecretOf, newSecret } from './secrets.ts'

/** From the application's question to the token: the time a person has to answer, and the code to be redeemed. */
const LIFETIME_S = 600

/** An application's question to a person: a row of auth.oauth_authorizations. A code counts once: 'expired' then. */
export type Authorization = {
  id: string
  authorization_id: string
  client_id: string
  user_id: string | null
  redirect_uri: string
  scope: string
  state: string | null
  resource: string | null
  code_challenge: string
  nonce: string | null
  status: 'pending' | 'approved' | 'denied' | 'expired'
  expires_at: string
}

export type Question = {
  redirectUri: string
  scope: string
  state: string
  resource: string
  challenge: string
  nonce: string
}

/** Keeps the question, and returns the name under which the person's answer comes. */
export async function ask(tx: Transaction, client: Client, question: Question): Promise<string> {
  const name = randomBytes(24).toString('base64url')
  await tx.query(
    `insert into auth.oauth_authorizations (
       id, authorization_id, client_id, redirect_uri, scope, state, resource, code_challenge, code_challenge_method,
       nonce, created_at, expires_at)
     values ($1, $2, $3, $4, $5, nullif($6, ''), nullif($7, ''), $8, 's256', nullif($9, ''),
             now(), now() + make_interval(secs => ${LIFETIME_S}))`,
    [
      randomUUID(),
      name,
      client.id,
      question.redirectUri,
      question.scope,
      question.state,
      question.resource,
      question.challenge,
      question.nonce,
    ],
  )
  return name
}

export type Asked = { authorization: Authorization; client: Client }

/** A question that can still be answered, locked until the transaction ends; undefined when its time is over. */
export async function lockAuthorization(tx: Transaction, name: string): Promise<Asked | undefined> {
  const [asked] = await tx.query<Asked>(
    `select to_jsonb(a) as authorization, to_jsonb(c) as client
       from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id and c.deleted_at is null
      where a.authorization_id = $1 and a.expires_at > now() for update of a`,
    [name],
  )
  return asked
}

/** From now on only this person may answer. */
export async function assignTo(tx: Transaction, { id }: Authorization, userId: string) {
  await tx.query('update auth.oauth_authorizations set user_id = $2 where id = $1', [id, userId])
}

/** The code that the application redeems; only its hash is kept. */
export async function approve(tx: Transaction, { id }: Authorization): Promise<string> {
  const code = newSecret()
  await tx.query(
    `update auth.oauth_authorizations set status = 'approved', approved_at = now(), authorization_code = $2
      where id = $1`,
    [id, hashSecret(code)],
  )
  return code
}

export async function deny(tx: Transaction, { id }: Authorization) {
  await tx.query(`update auth.oauth_authorizations set status = 'denied' where id = $1`, [id])
}

export async function ownerOfCode(tx: Transaction, code: string): Promise<string | null | undefined> {
  const [row] = await tx.query<{ user_id: string | null }>(
    'select user_id from auth.oauth_authorizations where authorization_code = $1',
    [hashSecret(code)],
  )
  return row?.user_id
}

/** The answered question that a code belongs to, locked: of two who redeem it at once the second finds it spent. */
export async function lockCode(tx: Transaction, code: string) {
  const [row] = await tx.query<{ authorization: Authorization; is_over: boolean }>(
    `select to_jsonb(a) as authorization, a.expires_at <= now() as is_over
       from auth.oauth_authorizations a where a.authorization_code = $1 for update`,
    [hashSecret(code)],
  )
  return row && { ...row.authorization, isOver: row.is_over }
}

/** The code has become a session, and counts no more. */
export async function spend(tx: Transaction, { id }: Authorization) {
  await tx.query(`update auth.oauth_authorizations set status = 'expired' where id = $1`, [id])
}

/** The application showed only the hash of its verifier when it asked: S256, which is how secrets are kept too. */
export const isAnswerTo = ({ code_challenge: challenge }: Authorization, verifier: string) =>
  isSecretOf(challenge, verifier)
