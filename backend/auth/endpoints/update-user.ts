import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { type Challenge, parseChallenge } from '../codes/flow-state.ts'
import { dropToken, dropTokens } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import type { SignedInPerson } from '../http/signed-in.ts'
import { visitorOf } from '../http/visitor.ts'
import { deliver, prepareEmailChange } from '../mail/letters.ts'
import { parseEmail } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import { changeEmail } from '../people/change-email.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../people/passwords.ts'
import { hasVerifiedFactor, mergeMetadata } from '../people/user.ts'
import { userJson } from '../people/user-json.ts'
import { isEmailTaken, lockUser, reloadUser, updateUser } from '../people/users.ts'
import { hasSecondFactor } from '../sessions/levels.ts'
import { endSessions } from '../sessions/sessions.ts'
import type { AuthSettings } from '../settings.ts'

/** How long after signing in a person may change their password, where the project asks for a fresh sign-in. */
const FRESH_SIGN_IN_MS = 24 * 60 * 60 * 1000

const body = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata.optional(),
  app_metadata: metadata.optional(),
  code_challenge: text,
  code_challenge_method: text,
})

type Asked = z.infer<typeof body>

/** PUT /user: people change their own password, address and metadata (auth.md §5.2). */
export async function updateOwnUser(app: FastifyInstance) {
  app.put('/user', { onRequest: app.limitAddress('updateUser') }, async (request) => {
    const asked = readBody(request, body)
    const { user, session } = request.person
    requirePermission(asked, request.person)
    const newEmail = asked.email === '' ? undefined : parseEmail(asked.email)
    const passwordHash =
      asked.password === '' ? undefined : await newPasswordHash(asked.password, request.person, app.authSettings)

    const changesEmail = newEmail !== undefined && newEmail !== user.email
    // First and by itself, because of all this only the mail is likely to fail.
    const changesAtOnce = changesEmail && user.is_anonymous && app.authSettings.autoconfirm
    if (changesEmail && !changesAtOnce) await askForEmailChange(request, newEmail, parseChallenge(asked))
    const changed = await app.database.transaction({}, async (tx) => {
      if (changesAtOnce) await takeEmail(tx, user.id, newEmail)
      const current = await lockUser(tx, user.id)
      if (!current) throw authErrors.userGone()
      if (asked.data) {
        await updateUser(tx, user.id, { raw_user_meta_data: mergeMetadata(current.raw_user_meta_data, asked.data) })
      }
      if (passwordHash !== undefined) {
        await updateUser(tx, user.id, { encrypted_password: passwordHash })
        await endSessions(tx, user.id, session ? { except: session.id } : {})
        await forgetLinks(tx, user.id, { ofEmailChange: !changesEmail })
        await audit(tx, user, 'user_updated_password', visitorOf(request))
      }
      await audit(tx, user, 'user_modified', visitorOf(request))
      return reloadUser(tx, user.id)
    })
    return userJson(changed)
  })

  async function askForEmailChange(request: FastifyRequest, newEmail: string, challenge: Challenge | undefined) {
    const { id } = request.person.user
    const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge }
    const mailing = await app.database.transaction({}, async (tx) => {
      if (await isEmailTaken(tx, newEmail, id)) throw authErrors.emailTaken()
      return prepareEmailChange(app, tx, id, newEmail, target)
    })
    await deliver(app, mailing)
  }
}

/** Somebody anonymous gives an address where none has to be confirmed. */
async function takeEmail(tx: Transaction, userId: string, email: string) {
  if (await isEmailTaken(tx, email, userId)) throw authErrors.emailTaken()
  const user = await lockUser(tx, userId)
  if (!user) throw authErrors.userGone()
  await changeEmail(tx, user, email)
}

function requirePermission(asked: Asked, person: SignedInPerson) {
  const { user } = person
  const changesCredentials = asked.email !== '' || asked.phone !== '' || asked.password !== ''
  if (asked.app_metadata) throw authErrors.appMetadataByUser()
  if (changesCredentials && user.is_sso_user) throw authErrors.ssoManaged()
  if (changesCredentials && hasVerifiedFactor(user) && !hasSecondFactor(person)) throw authErrors.secondFactorNeeded()
  if (user.is_anonymous && asked.password !== '' && asked.email === '') throw authErrors.anonymousPassword()
  if (asked.phone !== '') throw authErrors.phoneUnsupported()
}

async function newPasswordHash(password: string, { user, session }: SignedInPerson, settings: AuthSettings) {
  if (settings.securePasswordChange && session && Date.parse(session.created_at) + FRESH_SIGN_IN_MS < Date.now()) {
    throw authErrors.reauthenticationNeeded()
  }
  requireStrongPassword(password, settings.passwordPolicy)
  if (await passwordMatches(password, user.encrypted_password)) throw authErrors.samePassword()
  return hashPassword(password)
}

/** Links of older mails are worth nothing after a change of password. */
async function forgetLinks(tx: Transaction, userId: string, { ofEmailChange }: { ofEmailChange: boolean }) {
  await updateUser(tx, userId, {
    confirmation_token: '',
    recovery_token: '',
    reauthentication_token: '',
    ...(ofEmailChange && { email_change_token_new: '', email_change_token_current: '' }),
  })
  if (ofEmailChange) await dropTokens(tx, userId)
  else for (const type of ['confirmation_token', 'recovery_token'] as const) await dropToken(tx, userId, type)
}
