import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { parseChallenge } from '../codes/flow-state.ts'
import { dropTokens } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import type { SignedInPerson } from '../http/signed-in.ts'
import { visitorOf } from '../http/visitor.ts'
import { sendEmailChange } from '../mail/letters.ts'
import { parseEmail } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import { hashPassword, passwordMatches, requireStrongPassword } from '../people/passwords.ts'
import { hasVerifiedFactor, mergeMetadata } from '../people/user.ts'
import { userJson } from '../people/user-json.ts'
import { isEmailTaken, lockUser, reloadUser, updateUser } from '../people/users.ts'
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
    const challenge = parseChallenge(asked)
    const { user, session } = request.person
    requirePermission(asked, request.person)
    const newEmail = asked.email === '' ? undefined : parseEmail(asked.email)
    const passwordHash =
      asked.password === '' ? undefined : await newPasswordHash(asked.password, request.person, app.authSettings)

    const changed = await app.database.transaction({}, async (tx) => {
      const current = await lockUser(tx, user.id)
      if (!current) throw authErrors.userGone()
      if (asked.data) {
        await updateUser(tx, user.id, { raw_user_meta_data: mergeMetadata(current.raw_user_meta_data, asked.data) })
      }
      if (passwordHash !== undefined) {
        await changePassword(tx, user.id, passwordHash, session?.id)
        await audit(tx, user, 'user_updated_password', visitorOf(request))
      }
      if (newEmail !== undefined && newEmail !== current.email) {
        if (await isEmailTaken(tx, newEmail, user.id)) throw authErrors.emailTaken()
        const target = { redirectTo: chooseRedirect(request, app.authSettings), challenge }
        await sendEmailChange(app, tx, await reloadUser(tx, user.id), newEmail, target)
      }
      await audit(tx, user, 'user_modified', visitorOf(request))
      return reloadUser(tx, user.id)
    })
    return userJson(changed)
  })
}

function requirePermission(asked: Asked, { user, claims }: SignedInPerson) {
  const changesCredentials = asked.email !== '' || asked.phone !== '' || asked.password !== ''
  if (asked.app_metadata) throw authErrors.appMetadataByUser()
  if (changesCredentials && user.is_sso_user) throw authErrors.ssoManaged()
  if (changesCredentials && hasVerifiedFactor(user) && claims.aal !== 'aal2') throw authErrors.secondFactorNeeded()
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

/** Everywhere else the person is signed out, and links from older mails are worth nothing any more. */
async function changePassword(tx: Transaction, userId: string, passwordHash: string, sessionId: string | undefined) {
  await updateUser(tx, userId, {
    encrypted_password: passwordHash,
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change_token_current: '',
    reauthentication_token: '',
  })
  await dropTokens(tx, userId)
  await endSessions(tx, userId, sessionId === undefined ? {} : { except: sessionId })
}
