import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Transaction } from '../../database/database.ts'
import { markConfirmed, markUnconfirmed, releaseContacts } from '../accounts/unconfirmed-sign-ups.ts'
import type { UserCreationTransaction } from '../accounts/user-creation.ts'
import { deleteUserOwnedRows } from '../accounts/user-owned-rows.ts'
import { dropTokens, hasPendingMail } from '../codes/one-time-tokens.ts'
import { type AuthError, authErrors } from '../errors.ts'
import { deliver, type Mailing, prepareConfirmation } from '../mail/prepare-mails.ts'
import { endSessions, SSO_PREFIX } from '../sessions/sessions.ts'
import { audit } from '../users/audit-log.ts'
import {
  accountsWithSameEmail,
  addIdentity,
  findIdentity,
  findUsersByAddresses,
  keepOnlyIdentity,
  refreshProviders,
  rewriteIdentity,
} from '../users/identity-rows.ts'
import { parseEmail } from '../users/parse-contacts.ts'
import { isBanned, isConfirmed, type User } from '../users/user.ts'
import { findUserByEmail, insertUser, isEmailTaken, lockUser, reloadUser, updateUser } from '../users/user-rows.ts'
import type { Visitor } from '../visitor.ts'
import { externalErrors } from './errors.ts'
import { type ExternalPerson, primaryEmail, verifiedAddresses } from './external-person.ts'

/** A person who signs in with a provider's proof. */
export type ExternalUser = {
  provider: string
  person: ExternalPerson
  emailOptional: boolean
  redirectTo: string
  visitor: Visitor
}

/** The sign-in in one transaction. */
type AdmitAttempt = ExternalUser & { app: FastifyInstance; tx: UserCreationTransaction }

/** The account, or the reason why there is none yet; the mail is sent after the commit. */
export type Admission = { user: User } | { refusal: AuthError; mailing?: Mailing }

export type Refused = Extract<Admission, { refusal: unknown }>

/** Throws after the transaction, because the account that waits for its mail must be committed. */
export async function throwRefusal(
  app: FastifyInstance,
  { refusal, mailing }: Refused,
  visitor: Visitor,
): Promise<never> {
  if (mailing) await deliver(app, mailing, visitor)
  throw refusal
}

/**
 * The account of a person who signs in with a provider (docs/wire/auth.md#coming-back-from-a-provider): the one with
 * this identity, else the one with an address that the provider has verified, else a new one. An unverified address
 * leads to no other account.
 */
export async function findOrCreateAccount(
  app: FastifyInstance,
  tx: UserCreationTransaction,
  newcomer: ExternalUser,
): Promise<Admission> {
  const attempt = { ...newcomer, app, tx }
  const { provider, person } = newcomer
  const identity = await findIdentity(tx, provider, person.subject)
  if (identity) {
    await rewriteIdentity(tx, identity.id, person.claims)
    return signInExisting(attempt, await lockedUser(tx, identity.user_id), identity.id)
  }
  const addresses = verifiedAddresses(person)
  const [owner, ...others] = await (isSso(provider)
    ? accountsWithSameEmail(tx, provider, addresses)
    : findUsersByAddresses(tx, addresses))
  if (others.length > 0) throw externalErrors.severalAccounts()
  if (owner !== undefined) {
    const user = await lockedUser(tx, owner)
    if (isBanned(user)) throw authErrors.banned()
    const id = await addIdentity(tx, owner, { provider, subject: person.subject, data: person.claims })
    return signInExisting(attempt, user, id)
  }
  return register(attempt)
}

/**
 * Links one more identity to an account at its owner's request (docs/wire/auth.md#identities). An account without an
 * address takes the one that the provider has verified, and an anonymous one becomes permanent.
 */
export async function linkIdentity(
  tx: Transaction,
  userId: string,
  provider: string,
  person: ExternalPerson,
): Promise<User> {
  const identity = await findIdentity(tx, provider, person.subject)
  if (identity) throw externalErrors.identityLinked({ toCaller: identity.user_id === userId })
  const user = await lockedUser(tx, userId)
  if (isBanned(user)) throw authErrors.banned()
  await addIdentity(tx, userId, { provider, subject: person.subject, data: person.claims })
  if (!user.email && !(await adoptAddress(tx, userId, person))) throw authErrors.emailTaken()
  if (user.is_anonymous) await updateUser(tx, userId, { is_anonymous: false })
  await refreshProviders(tx, userId)
  return reloadUser(tx, userId)
}

/** Users of an organisation's single sign-on are kept apart from all others, whatever their addresses. */
const isSso = (provider: string) => provider.startsWith(SSO_PREFIX)

async function lockedUser(tx: Transaction, id: string): Promise<User> {
  const user = await lockUser(tx, id)
  if (!user) throw authErrors.userGone()
  return user
}

async function signInExisting(attempt: AdmitAttempt, user: User, identityId: string): Promise<Admission> {
  if (isBanned(user)) throw authErrors.banned()
  const { tx, person } = attempt
  // An account without an address cannot have been prepared for the address of somebody else.
  if (!isConfirmed(user) && user.email) return claimUnconfirmed(attempt, user, identityId)
  if (!user.email) await adoptAddress(tx, user.id, person)
  await updateUser(tx, user.id, { raw_user_meta_data: { ...user.raw_user_meta_data, ...person.claims } })
  await refreshProviders(tx, user.id)
  return { user: await reloadUser(tx, user.id) }
}

/** Sets the provider's verified address on an account without one; returns false when it belongs to another account. */
async function adoptAddress(tx: Transaction, userId: string, person: ExternalPerson): Promise<boolean> {
  const email = addressFor(person)
  if (!email?.verified) return true
  if (await isEmailTaken(tx, email.address, userId)) return false
  await releaseContacts(tx, { email: email.address }, userId)
  await updateUser(tx, userId, { email: email.address, email_confirmed_at: new Date() })
  return true
}

/**
 * Handles an account whose address was never confirmed: another person may have created it and may wait for the
 * address's owner to sign in. The owner gets it without anything that the other person left in it.
 */
async function claimUnconfirmed(attempt: AdmitAttempt, user: User, identityId: string): Promise<Admission> {
  const { app, tx, provider, person, visitor } = attempt
  const addresses = verifiedAddresses(person)
  const own = addresses.find((address) => address === user.email)
  const email = own ?? addresses[0]
  if (email === undefined || (own === undefined && (await isEmailTaken(tx, email, user.id)))) {
    // The owner may be about to open a mail for another identity, which must not be replaced.
    if (await hasPendingMail(tx, user.id, identityId)) {
      return { refusal: externalErrors.emailUnverified(provider, { mailed: false }) }
    }
    return awaitConfirmation(attempt, user, identityId)
  }
  await releaseContacts(tx, { email }, user.id)
  await keepOnlyIdentity(tx, user.id, identityId)
  await endSessions(tx, user.id)
  await deleteUserOwnedRows(app, tx, user.id)
  await updateUser(tx, user.id, {
    email,
    encrypted_password: null,
    raw_user_meta_data: person.claims,
    email_confirmed_at: new Date(),
    confirmation_token: '',
  })
  await dropTokens(tx, user.id)
  await markConfirmed(tx, user.id)
  await refreshProviders(tx, user.id)
  await audit(tx, user, 'user_signedup', visitor, { provider })
  return { user: await reloadUser(tx, user.id) }
}

async function register(attempt: AdmitAttempt): Promise<Admission> {
  const { app, tx, provider, person, emailOptional, visitor } = attempt
  if (!app.authSettings.signUpEnabled) throw authErrors.signUpDisabled()
  const email = addressFor(person)
  if (!email && !emailOptional) throw externalErrors.noEmail()
  const isTrusted = email?.verified || app.authSettings.autoconfirm
  if (email && !email.verified && (await findUserByEmail(tx, email.address))) {
    return { refusal: externalErrors.emailUnverified(provider, { mailed: false }) }
  }
  const { user, identityId } = await createExternalUser(attempt, email?.address ?? null)
  if (email && !isTrusted) {
    await markUnconfirmed(tx, user.id)
    return awaitConfirmation(attempt, user, identityId)
  }
  if (email) await updateUser(tx, user.id, { email_confirmed_at: new Date() })
  await audit(tx, user, 'user_signedup', visitor, { provider })
  return { user: await reloadUser(tx, user.id) }
}

async function awaitConfirmation(
  { app, tx, provider, redirectTo }: AdmitAttempt,
  user: User,
  identityId: string,
): Promise<Refused> {
  const target = { redirectTo, challenge: undefined, proves: identityId }
  const mailing = await prepareConfirmation(app, tx, user.id, target)
  return { refusal: externalErrors.emailUnverified(provider, { mailed: true }), mailing }
}

/** Prefers a verified address. */
function addressFor({ emails }: ExternalPerson) {
  const email = primaryEmail(emails.filter(({ verified }) => verified)) ?? primaryEmail(emails)
  return email && { address: parseEmail(email.address), verified: email.verified }
}

/**
 * The steps in which GoTrue creates a user, since projects have triggers on them (docs/wire/auth.md#the-auth-schema).
 */
async function createExternalUser(
  { tx, provider, person }: AdmitAttempt,
  email: string | null,
): Promise<{ user: User; identityId: string }> {
  const id = tx.permittedId ?? randomUUID()
  try {
    const inserted = await insertUser(tx, {
      id,
      audience: 'authenticated',
      email,
      phone: null,
      passwordHash: null,
      isAnonymous: false,
      isSsoUser: isSso(provider),
      appMetadata: { provider, providers: [provider] },
      userMetadata: person.claims,
    })
    if (!inserted) throw authErrors.emailTaken()
    const identityId = await addIdentity(tx, id, { provider, subject: person.subject, data: person.claims })
    await updateUser(tx, id, { role: 'authenticated' })
    return { user: tx.requirePermit(await reloadUser(tx, id)), identityId }
  } catch (error) {
    throw error instanceof pg.DatabaseError ? authErrors.savingUserFailed(error) : error
  }
}
