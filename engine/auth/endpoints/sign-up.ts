import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseChallenge } from '../codes/pkce-flow.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { requireChannel } from '../mail/prepare-text-messages.ts'
import { parseEmail, parsePhone } from '../users/parse-contacts.ts'
import { requireStrongPassword } from '../users/passwords.ts'
import { visitorOf } from '../visitor.ts'
import { anonymousSignUp } from './sign-up-anonymously.ts'
import { emailSignUp } from './sign-up-by-email.ts'
import { phoneSignUp } from './sign-up-by-phone.ts'

const body = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata.default({}),
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
})

type Fields = z.infer<typeof body>

/** POST /signup: with an address, a number, or neither (docs/wire/auth.md#sign-up). */
export async function signUp(app: FastifyInstance) {
  const settings = app.authSettings
  const signUpAnonymously = anonymousSignUp(app)
  const signUpByEmail = emailSignUp(app)
  const signUpByPhone = phoneSignUp(app)

  app.post('/signup', { onRequest: app.limitAddress('signUp'), config: { isGuessable: true } }, async (request) => {
    const fields = readBody(request, body)
    if (fields.email === '' && fields.phone === '') return signUpAnonymously(request, fields.data)
    if (!settings.signUpEnabled) throw authErrors.signUpDisabled()
    if (fields.password === '') throw authErrors.passwordMissing()
    requireStrongPassword(fields.password, settings.passwordPolicy)
    if (fields.email !== '' && fields.phone !== '') throw authErrors.signUpWithBoth()
    return fields.phone === ''
      ? signUpByEmail(parseForEmail(request, fields))
      : signUpByPhone(parseForPhone(request, fields))
  })

  function parseForEmail(request: FastifyRequest, { email, password, data, ...pkce }: Fields) {
    const challenge = parseChallenge(pkce)
    if (!settings.emailEnabled) throw authErrors.emailSignUpDisabled()
    const target = { redirectTo: chooseRedirect(request, settings), challenge }
    return { email: parseEmail(email), password, data, target, visitor: visitorOf(request) }
  }

  function parseForPhone(request: FastifyRequest, { phone, password, data, channel, ...pkce }: Fields) {
    requireChannel(channel)
    if (parseChallenge(pkce)) throw authErrors.pkceWithPhone()
    if (!settings.phoneEnabled) throw authErrors.phoneSignUpDisabled()
    return { phone: parsePhone(phone), password, data, visitor: visitorOf(request) }
  }
}
