import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { withUserCreation } from '../accounts/user-creation.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { verificationLink } from '../mail/auth-mail.ts'
import { audit, serviceRole } from '../users/audit-log.ts'
import { parseEmail } from '../users/parse-contacts.ts'
import { hashPassword, type PasswordPolicy, randomPassword, requireStrongPassword } from '../users/passwords.ts'
import type { User } from '../users/user.ts'
import { userJson } from '../users/user-json.ts'
import { findUserByEmail, reloadUser } from '../users/user-rows.ts'
import { visitorOf } from '../visitor.ts'
import { type LinkKind, linkKinds, linkMakers } from './create-link.ts'
import { adminErrors } from './errors.ts'

const body = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata.default({}),
})

type GenerateLinkParams = z.infer<typeof body> & { type: LinkKind }

/** POST /admin/generate_link: returns the link of a mail instead of sending it (docs/wire/auth.md#administration). */
export async function generateLink(app: FastifyInstance) {
  const { authSettings } = app

  app.post('/generate_link', async (request) => {
    const asked = parseLink(request)
    const passwordHash = await passwordHashFor(asked, authSettings.passwordPolicy)
    const { type, user, made } = await withUserCreation(app, visitorOf(request), async (tx) => {
      const known = await findUserByEmail(tx, asked.email)
      const type = effectiveLinkKind(asked.type, known)
      const made = await linkMakers[type]({ app, tx, known, asked: { ...asked, type, passwordHash } })
      const traits = { user_id: made.userId, user_email: asked.email }
      await audit(tx, serviceRole, auditActions[type], visitorOf(request), traits)
      return { type, made, user: await reloadUser(tx, made.userId) }
    })
    const redirectTo = chooseRedirect(request, authSettings)
    const { linkType, code } = made
    return {
      ...userJson(user),
      action_link: verificationLink(authSettings, { token: code.link, linkType, redirectTo }),
      email_otp: code.code,
      hashed_token: code.link,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })

  function parseLink(request: FastifyRequest): GenerateLinkParams {
    const asked = readBody(request, body)
    const email = parseEmail(asked.email)
    if (!isLinkKind(asked.type)) throw adminErrors.linkTypeUnknown(asked.type)
    return { ...asked, email, type: asked.type }
  }
}

const isLinkKind = (type: string): type is LinkKind => linkKinds.some((kind) => kind === type)

/** An unknown address cannot sign in by a link, so it signs up. */
const effectiveLinkKind = (type: LinkKind, known: User | undefined): LinkKind =>
  type === 'magiclink' && !known ? 'signup' : type

const auditActions = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkKind, string>

/** Hashed before the transaction, whether or not it is needed: only the transaction knows who exists. */
async function passwordHashFor({ type, password }: GenerateLinkParams, policy: PasswordPolicy): Promise<string> {
  if (type !== 'signup') return hashPassword(randomPassword())
  if (password === '') throw authErrors.passwordMissing()
  requireStrongPassword(password, policy)
  return hashPassword(password)
}
