import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { parseChallenge } from '../codes/flow-state.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { type Visitor, visitorOf } from '../http/visitor.ts'
import { deliver, type LinkTarget, type Mailing, prepareConfirmation, withRegistration } from '../mail/letters.ts'
import { parseEmail } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import { confirmEmail } from '../people/confirm.ts'
import { hashPassword, requireStrongPassword } from '../people/passwords.ts'
import { pretendedUser } from '../people/pretended-user.ts'
import { registerUser } from '../people/register-user.ts'
import { isConfirmed, type Metadata, type User } from '../people/user.ts'
import { type UserJson, userJson } from '../people/user-json.ts'
import { findUserByEmail, reloadUser } from '../people/users.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import type { AuthSettings } from '../settings.ts'
import { anonymousSignUp } from './sign-up-anonymously.ts'

const body = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata.default({}),
  code_challenge: text,
  code_challenge_method: text,
})

type Asked = { email: string; password: string; data: Metadata; target: LinkTarget; visitor: Visitor }

/** The new person as they wait for the mail to confirm, or signed in where none is asked for. */
type Outcome = { waiting: UserJson; mailing?: Mailing } | { signedIn: SignedIn }

/** POST /signup (auth.md §4.1). */
export async function signUp(app: FastifyInstance) {
  const signUpAnonymously = anonymousSignUp(app)

  app.post('/signup', { onRequest: app.limitAddress('signUp') }, async (request) => {
    const fields = readBody(request, body)
    if (fields.email === '' && fields.phone === '') return signUpAnonymously(request, fields.data)
    const asked = parseSignUp(request, fields, app.authSettings)
    if (!app.authSettings.autoconfirm) app.authMail.requireQuota()
    // Before anybody is looked up, so that a known address takes as long as a new one.
    const passwordHash = await hashPassword(asked.password)
    const outcome = await app.database.transaction({}, async (tx): Promise<Outcome> => {
      const known = await findUserByEmail(tx, asked.email)
      if (known) return signUpAgain(app, tx, known, asked)
      const user = await registerUser(tx, { email: asked.email, phone: null, data: asked.data, passwordHash })
      if (user) return welcome(app, tx, user, asked)
      // Somebody signed up with this address since the look-up.
      const rival = await findUserByEmail(tx, asked.email)
      if (rival) return signUpAgain(app, tx, rival, asked)
      throw authErrors.savingUserFailed(new Error('The address was taken and is free again.'))
    })
    if ('signedIn' in outcome) return sessionJson(app, outcome.signedIn)
    if (outcome.mailing) await deliver(app, outcome.mailing)
    return outcome.waiting
  })
}

function parseSignUp(request: FastifyRequest, fields: z.infer<typeof body>, settings: AuthSettings): Asked {
  const { email, phone, password, data, ...pkce } = fields
  if (!settings.signUpEnabled) throw authErrors.signUpDisabled()
  if (password === '') throw authErrors.passwordMissing()
  requireStrongPassword(password, settings.passwordPolicy)
  if (email !== '' && phone !== '') throw authErrors.signUpWithBoth()
  if (phone !== '') throw authErrors.phoneSignUpDisabled()
  const challenge = parseChallenge(pkce)
  if (!settings.emailEnabled) throw authErrors.emailSignUpDisabled()
  return {
    email: parseEmail(email),
    password,
    data,
    target: { redirectTo: chooseRedirect(request, settings), challenge },
    visitor: visitorOf(request),
  }
}

async function welcome(app: FastifyInstance, tx: Transaction, user: User, asked: Asked): Promise<Outcome> {
  if (!app.authSettings.autoconfirm) {
    await audit(tx, user, 'user_confirmation_requested', asked.visitor, { provider: 'email' })
    const mailing = withRegistration(await prepareConfirmation(app, tx, user.id, asked.target))
    return { waiting: userJson(await reloadUser(tx, user.id)), mailing }
  }
  await confirmEmail(tx, user)
  await audit(tx, user, 'user_signedup', asked.visitor, { provider: 'email' })
  return { signedIn: await openSession(tx, { user, method: 'password', visitor: asked.visitor }) }
}

/** Somebody has this address already: nothing of theirs changes, and a stranger must not learn that they exist. */
async function signUpAgain(app: FastifyInstance, tx: Transaction, known: User, asked: Asked): Promise<Outcome> {
  if (app.authSettings.autoconfirm) throw authErrors.alreadyRegistered()
  if (isConfirmed(known)) {
    app.authMail.pretend('confirmation', asked.email)
    await audit(tx, known, 'user_repeated_signup', asked.visitor, { provider: 'email' })
    return { waiting: userJson(pretendedUser(asked.email, asked.data)) }
  }
  await audit(tx, known, 'user_confirmation_requested', asked.visitor, { provider: 'email' })
  const mailing = await prepareConfirmation(app, tx, known.id, asked.target)
  const user = await reloadUser(tx, known.id)
  // Whoever was invited has metadata from somebody else, which is not for this caller.
  const isInvited = user.invited_at !== null
  return { waiting: userJson(isInvited ? { ...user, raw_user_meta_data: {}, identities: [] } : user), mailing }
}
