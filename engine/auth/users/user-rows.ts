import type { Transaction } from '../../database/database.ts'
import { type Metadata, metadataText, type User } from './user.ts'

/** Hosted Supabase has one instance per database, and its id is all zeros. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000'

// A user as JSON, so that times keep their microseconds and identities come in the same round trip.
export const userAsJson = (u: string) => `
  to_jsonb(${u}) || jsonb_build_object(
    'identities', (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]')
                     from auth.identities i where i.user_id = ${u}.id),
    'factors',    (select coalesce(jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at), '[]')
                     from auth.mfa_factors f where f.user_id = ${u}.id))`

type PersonRow = { person: User }

/** The user who signs in with this address; users of single sign-on may share it and do not count. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<User | undefined> {
  const [row] = await tx.query<PersonRow>(
    `select ${userAsJson('u')} as person from auth.users u
      where u.instance_id = '${INSTANCE_ID}' and lower(u.email) = $1 and not u.is_sso_user`,
    [email.toLowerCase()],
  )
  return row?.person
}

export async function findUserByPhone(tx: Transaction, phone: string): Promise<User | undefined> {
  const [row] = await tx.query<PersonRow>(
    `select ${userAsJson('u')} as person from auth.users u
      where u.instance_id = '${INSTANCE_ID}' and u.phone = $1 and not u.is_sso_user`,
    [phone],
  )
  return row?.person
}

export type Credentials = Pick<User, 'id' | 'email' | 'encrypted_password'> & { banned: boolean; confirmed: boolean }

/** The columns that a password sign-in needs, without the cost of the whole user. */
export async function findCredentials(tx: Transaction, email: string): Promise<Credentials | undefined> {
  const [row] = await tx.query<Credentials>(
    `select id, email, encrypted_password,
            coalesce(banned_until > now(), false) as banned, email_confirmed_at is not null as confirmed
       from auth.users where instance_id = '${INSTANCE_ID}' and lower(email) = $1 and not is_sso_user`,
    [email.toLowerCase()],
  )
  return row
}

export async function findCredentialsByPhone(tx: Transaction, phone: string): Promise<Credentials | undefined> {
  const [row] = await tx.query<Credentials>(
    `select id, email, encrypted_password,
            coalesce(banned_until > now(), false) as banned, phone_confirmed_at is not null as confirmed
       from auth.users where instance_id = '${INSTANCE_ID}' and phone = $1 and not is_sso_user`,
    [phone],
  )
  return row
}

export async function findUser(tx: Transaction, id: string): Promise<User | undefined> {
  const [row] = await tx.query<PersonRow>(`select ${userAsJson('u')} as person from auth.users u where u.id = $1`, [id])
  return row?.person
}

/** Finds a user and locks the row until the transaction ends. */
export async function lockUser(tx: Transaction, id: string): Promise<User | undefined> {
  // A statement of its own: one that waits for the lock would return the identities and factors from before.
  await tx.query('select from auth.users where id = $1 for no key update', [id])
  return findUser(tx, id)
}

/** The user as stored now: a project's triggers may have changed what was written. */
export async function reloadUser(tx: Transaction, id: string): Promise<User> {
  const user = await findUser(tx, id)
  if (!user) throw new Error(`The user ${id} vanished within the transaction that wrote it.`)
  return user
}

export type NewUser = {
  id: string
  audience: string
  email: string | null
  phone: string | null
  passwordHash: string | null
  appMetadata: Metadata
  userMetadata: Metadata
  isAnonymous: boolean
  /** A user of an organisation's single sign-on, whose address others may have too. */
  isSsoUser?: boolean
}

/**
 * Inserts one row with exactly the submitted values: the project's trigger on auth.users sees no role and no
 * confirmation yet, as in GoTrue (docs/wire/auth.md#the-auth-schema). Returns false when the address or number was
 * taken meanwhile.
 */
export async function insertUser(tx: Transaction, user: NewUser): Promise<boolean> {
  const rows = await tx.query(
    `insert into auth.users (
       instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data,
       is_anonymous, is_sso_user, confirmation_token, recovery_token, email_change_token_new, email_change, created_at, updated_at)
     values ('${INSTANCE_ID}', $1, $2, '', $3, $4, $5, $6, $7, $8, $9, '', '', '', '', now(), now())
     on conflict do nothing
     returning id`,
    [
      user.id,
      user.audience,
      user.email,
      user.phone,
      user.passwordHash,
      metadataText(user.appMetadata),
      metadataText(user.userMetadata),
      user.isAnonymous,
      user.isSsoUser ?? false,
    ],
  )
  return rows.length === 1
}

type UserColumns = {
  role: string
  email: string | null
  phone: string | null
  encrypted_password: string | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  email_confirmed_at: Date | string | null
  phone_confirmed_at: Date | string | null
  confirmation_token: string
  confirmation_sent_at: Date | string | null
  recovery_token: string
  recovery_sent_at: Date | string | null
  email_change: string
  email_change_token_new: string
  email_change_token_current: string
  email_change_confirm_status: number
  email_change_sent_at: Date | string | null
  phone_change: string
  phone_change_token: string
  phone_change_sent_at: Date | string | null
  reauthentication_token: string
  reauthentication_sent_at: Date | string | null
  invited_at: Date | string
  banned_until: Date | null
  deleted_at: Date
  is_anonymous: boolean
}

/** Removes a sign-up whose mail, with the link of this hash, was never sent. */
export async function removeRegistration(tx: Transaction, id: string, hash: string) {
  await tx.query('delete from auth.users where id = $1 and $2 in (confirmation_token, recovery_token)', [id, hash])
}

/** Updates the given columns. */
export async function updateUser(tx: Transaction, id: string, changes: Partial<UserColumns>) {
  const columns = Object.entries(changes)
  const assignments = columns.map(([column], index) => `${column} = $${index + 2}`)
  const values = columns.map(([, value]) => (isMetadata(value) ? metadataText(value) : value))
  await tx.query(`update auth.users set ${['updated_at = now()', ...assignments].join(', ')} where id = $1`, [
    id,
    ...values,
  ])
}

const isMetadata = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

/** An unconfirmed sign-up does not reserve its address or number. */
const isContactConfirmedColumn = `(email_confirmed_at is not null or phone_confirmed_at is not null
  or id not in (select user_id from engine.unproven_sign_ups))`

export async function isEmailTaken(tx: Transaction, email: string, exceptUser: string): Promise<boolean> {
  const rows = await tx.query(
    `select from auth.users
      where instance_id = '${INSTANCE_ID}' and lower(email) = $1 and not is_sso_user and id <> $2 and ${isContactConfirmedColumn}`,
    [email, exceptUser],
  )
  return rows.length > 0
}

export async function isPhoneTaken(tx: Transaction, phone: string, exceptUser?: string): Promise<boolean> {
  const rows = await tx.query(
    `select from auth.users where phone = $1 and id is distinct from $2 and ${isContactConfirmedColumn}`,
    [phone, exceptUser ?? null],
  )
  return rows.length > 0
}
