import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { redeemNonce } from '../accounts/reauthentication.ts'
import type { AuthSettings } from '../auth-settings.ts'
import { invalidateLinks } from '../codes/invalidate-links.ts'
import { parseChallenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { AccountAttempts } from '../limits/wrong-attempts-per-account.ts'
import type { NotificationMail } from '../mail/notification-mails.ts'
import { requireChannel } from '../mail/prepare-text-messages.ts'
import { requireSecondFactor } from '../sessions/assurance-levels.ts'
import { endSessions, readAmr, type Session } from '../sessions/sessions.ts'
import type { SignedInPerson } from '../sessions/signed-in-person.ts'
import { readerOf } from '../single-statements.ts'
import { audit } from '../users/audit-log.ts'
import { parseEmail, parsePhone } from '../users/parse-contacts.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../users/passwords.ts'
import { type Metadata, mergeMetadata, type User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import { lockUser, reloadUser, updateUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'
import {
  requestEmailChange,
  requestPhoneChange,
  setEmailWithoutConfirmation,
  setPhoneWithoutConfirmation,
} from './change-own-contact.ts'

/** How long after signing in a user may change the password, where the project requires a recent sign-in. */
const RECENT_SIGN_IN_MS = 24 * 60 * 60 * 1000

/** The methods of sessions that a link or code from a mail has opened. */
const contactChanges: ReadonlySet<string> = new Set(['otp', 'magiclink', 'recovery'])

const body = z.object({
  email: text,
  phone: text,
  channel: text,
  password: text,
  current_password: text,
  nonce: text,
  data: metadata.optional(),
  app_metadata: metadata.optional(),
  code_challenge: text,
  code_challenge_method: text,
})

type UpdateUserParams = z.infer<typeof body>

/** PUT /user: users change their own password, address, number and metadata (docs/wire/auth.md#changing-oneself). */
export async function updateOwnUser(app: FastifyInstance) {
  const nonces = app.authLimits && new AccountAttempts(app.bus, 'codes of changes', app.authLimits.account.wrongCodes)
  const currentPasswords =
    app.authLimits && new AccountAttempts(app.bus, 'passwords', app.authLimits.account.wrongPasswords)

  app.put('/user', { onRequest: app.limitAddress('updateUser') }, async (request) => {
    const asked = readBody(request, body)
    const { user, session } = request.person
    requirePermission(asked, request.person)
    const needsNonce = asked.password !== '' && app.authSettings.securePasswordChange && !isRecentSignIn(session)
    if (needsNonce && asked.nonce === '') throw authErrors.reauthenticationNeeded()
    if (needsNonce) await nonces?.take(user.id, visitorOf(request))
    await requireCurrentPassword(asked, request)
    const newEmail = asked.email === '' ? undefined : parseEmail(asked.email)
    const passwordHash =
      asked.password === '' ? undefined : await newPasswordHash(asked.password, request.person, app.authSettings)
    const newPhone = asked.phone === '' ? undefined : parsePhone(asked.phone)
    requireChannel(asked.channel)
    const changesEmail = newEmail !== undefined && newEmail !== user.email
    const changesPhone = newPhone !== undefined && newPhone !== user.phone
    const takesEmailAtOnce = changesEmail && user.is_anonymous && app.authSettings.autoconfirm
    const takesPhoneAtOnce = changesPhone && app.authSettings.phoneAutoconfirm
    // Sent first, in a transaction of its own, because mails and text messages are the most likely to fail.
    if (changesEmail && !takesEmailAtOnce) await requestEmailChange(request, newEmail, parseChallenge(asked))
    if (changesPhone && !takesPhoneAtOnce) await requestPhoneChange(request, newPhone)
    let notice: NotificationMail | undefined
    const changed = await app.database.transaction({}, async (tx) => {
      if (takesEmailAtOnce) await setEmailWithoutConfirmation(tx, user.id, newEmail)
      if (takesPhoneAtOnce) await setPhoneWithoutConfirmation(tx, user.id, newPhone)
      const current = await lockUser(tx, user.id)
      if (!current) throw authErrors.userGone()
      if (needsNonce) await redeemNonce(tx, current, asked.nonce, app)
      if (asked.data) await changeMetadata(tx, current, asked.data)
      if (passwordHash !== undefined) {
        // Links that confirm a new address or number stay valid: this same request may have sent them.
        await changePassword(tx, request, passwordHash, { keepLinks: changesEmail || changesPhone })
      }
      await audit(tx, user, 'user_modified', visitorOf(request))
      const changed = await reloadUser(tx, user.id)
      if (passwordHash !== undefined) notice = await app.notices.write(tx, 'password_changed', changed)
      return changed
    })
    if (needsNonce) await nonces?.forgive(user.id, visitorOf(request))
    await app.notices.send(notice)
    return userJson(changed)
  })

  /** Requires the current password, except from a user who came by a mail or has none. */
  async function requireCurrentPassword(params: UpdateUserParams, request: FastifyRequest) {
    const { password, current_password: current } = params
    const { user, session } = request.person
    if (password === '' || !app.authSettings.asksForCurrentPassword || !user.encrypted_password) return
    const proofs = session ? await readAmr(readerOf(app.database), session.id) : []
    if (proofs.some(({ method }) => contactChanges.has(method))) return
    if (current === '') throw authErrors.currentPasswordMissing()
    await currentPasswords?.take(user.id, visitorOf(request))
    if (!(await passwordMatches(current, user.encrypted_password))) throw authErrors.currentPasswordWrong()
    await currentPasswords?.forgive(user.id, visitorOf(request))
  }
}

const changeMetadata = (tx: Transaction, { id, raw_user_meta_data: stored }: User, data: Metadata) =>
  updateUser(tx, id, { raw_user_meta_data: mergeMetadata(stored, data) })

/**
 * Sets the password, and ends other sessions and links: a person who knew the old password or has a link is signed out.
 */
async function changePassword(
  tx: Transaction,
  request: FastifyRequest,
  passwordHash: string,
  { keepLinks }: { keepLinks: boolean },
) {
  const { user, session } = request.person
  await updateUser(tx, user.id, { encrypted_password: passwordHash })
  await endSessions(tx, user.id, session ? { except: session.id } : {})
  await invalidateLinks(tx, user.id, { keepChanges: keepLinks })
  await audit(tx, user, 'user_updated_password', visitorOf(request))
}

function requirePermission(asked: UpdateUserParams, person: SignedInPerson) {
  const { user } = person
  const givesAddress = asked.email !== '' || asked.phone !== ''
  if (asked.app_metadata) throw authErrors.appMetadataByUser()
  if (!givesAddress && asked.password === '') return
  if (user.is_sso_user) throw authErrors.ssoManaged()
  requireSecondFactor(person)
  if (user.is_anonymous && !givesAddress) throw authErrors.anonymousPassword()
}

const isRecentSignIn = (session: Session | null) =>
  session === null || Date.parse(session.created_at) + RECENT_SIGN_IN_MS > Date.now()

async function newPasswordHash(password: string, { user }: SignedInPerson, settings: AuthSettings) {
  requireStrongPassword(password, settings.passwordPolicy)
  if (await passwordMatches(password, user.encrypted_password)) throw authErrors.samePassword()
  return hashPassword(password)
}
