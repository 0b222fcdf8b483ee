import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { welcoming } from '../accounts/newcomers.ts'
import { registerUser } from '../accounts/register-user.ts'
import { lockUnproven, startAnew } from '../accounts/unproven.ts'
import { keepCode } from '../codes/keep-code.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { keepToken, SIGN_UP } from '../codes/one-time-tokens.ts'
import { authErrors } from '../errors.ts'
import { metadata, readBody, text } from '../http/read-body.ts'
import { chooseRedirect } from '../http/redirects.ts'
import { verificationLink } from '../mail/auth-mail.ts'
import { parseEmail } from '../people/addresses.ts'
import { audit, serviceRole } from '../people/audit.ts'
import { hashPassword, randomPassword, requireStrongPassword } from '../people/passwords.ts'
import { isConfirmed, mergeMetadata, type User } from '../people/user.ts'
import { userJson } from '../people/user-json.ts'
import { findUserByEmail, isEmailTaken, lockUser, reloadUser, updateUser } from '../people/users.ts'
import { visitorOf } from '../visitor.ts'
import { guest } from './invite.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const

type LinkKind = (typeof types)[number]

const body = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata.default({}),
})

type Asked = z.infer<typeof body> & { type: LinkKind }

/** What the link is made of: whom it is for, the type in its address, and the code. */
type Made = { userId: string; linkType: string; code: OneTimeCode }

/** POST /admin/generate_link: what a mail would hold, handed out instead of sent (docs/wire/auth.md#administration). */
export async function generateLink(app: FastifyInstance) {
  const { authSettings } = app

  app.post('/generate_link', async (request) => {
    const asked = parseLink(request)
    const passwordHash = await passwordHashFor(asked)
    const { type, user, made } = await welcoming(app, visitorOf(request), async (tx) => {
      const known = await findUserByEmail(tx, asked.email)
      const type = typeFor(asked.type, known)
      const made = await makers[type](tx, known, { ...asked, type }, passwordHash)
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

  function parseLink(request: FastifyRequest): Asked {
    const asked = readBody(request, body)
    const email = parseEmail(asked.email)
    if (!isLinkKind(asked.type)) throw authErrors.linkTypeUnknown(asked.type)
    return { ...asked, email, type: asked.type }
  }

  /** Hashed before the transaction, whether it will be wanted or not: only the transaction knows who exists. */
  async function passwordHashFor({ type, password }: Asked): Promise<string> {
    if (type !== 'signup') return hashPassword(randomPassword())
    if (password === '') throw authErrors.passwordMissing()
    requireStrongPassword(password, authSettings.passwordPolicy)
    return hashPassword(password)
  }

  const emailCode = (address: string) => app.oneTimeCodes.create(address, authSettings.otpLength)

  async function signUpLink(tx: Transaction, known: User | undefined, asked: Asked, passwordHash: string) {
    if (known && isConfirmed(known)) throw authErrors.emailTaken()
    const stranger = known && (await lockUnproven(tx, known.id))
    if (stranger) await startAnew(app, tx, stranger, { passwordHash, data: asked.data })
    else if (known) {
      await updateUser(tx, known.id, { raw_user_meta_data: mergeMetadata(known.raw_user_meta_data, asked.data) })
    }
    const user = known ?? (await registerUser(tx, { email: asked.email, phone: null, data: asked.data, passwordHash }))
    if (!user) throw authErrors.emailTaken()
    return confirmationLink(tx, user.id, asked.email, 'signup')
  }

  async function inviteLink(tx: Transaction, known: User | undefined, { email, data }: Asked): Promise<Made> {
    const { id } = await guest(app, tx, known, { email, data })
    return confirmationLink(tx, id, email, 'invite')
  }

  async function confirmationLink(tx: Transaction, userId: string, email: string, linkType: string): Promise<Made> {
    const code = emailCode(email)
    await keepCode(
      tx,
      await reloadUser(tx, userId),
      { type: 'confirmation_token', address: email, proves: SIGN_UP },
      code,
    )
    return { userId, linkType, code }
  }

  async function signInLink(tx: Transaction, known: User | undefined, { email, type }: Asked): Promise<Made> {
    if (!known) throw authErrors.linkForNobody()
    const code = emailCode(email)
    await keepCode(tx, known, { type: 'recovery_token', address: email }, code)
    return { userId: known.id, linkType: type, code }
  }

  /** Each side is a link of its own, and the other side's stays as it is. */
  async function emailChangeLink(tx: Transaction, known: User | undefined, asked: Asked): Promise<Made> {
    if (!known) throw authErrors.linkForNobody()
    const isCurrent = asked.type === 'email_change_current'
    if (isCurrent && !authSettings.secureEmailChange) throw authErrors.linkToCurrentOff()
    const newEmail = parseEmail(asked.new_email)
    if (await isEmailTaken(tx, newEmail, known.id)) throw authErrors.emailTaken()
    await lockUser(tx, known.id)
    const column = isCurrent ? 'email_change_token_current' : 'email_change_token_new'
    const address = isCurrent ? asked.email : newEmail
    const code = emailCode(address)
    await updateUser(tx, known.id, {
      email_change: newEmail,
      email_change_confirm_status: 0,
      email_change_sent_at: new Date(),
      [column]: code.kept.linkHash,
    })
    await keepToken(tx, known.id, { type: column, address, proves: null, ...code.kept })
    return { userId: known.id, linkType: 'email_change', code }
  }

  const makers = {
    signup: signUpLink,
    invite: inviteLink,
    magiclink: signInLink,
    recovery: signInLink,
    email_change_current: emailChangeLink,
    email_change_new: emailChangeLink,
  } satisfies Record<LinkKind, unknown>
}

const isLinkKind = (type: string): type is LinkKind => types.some((kind) => kind === type)

/** Somebody unknown cannot be signed in by a link, but signed up. */
const typeFor = (type: LinkKind, known: User | undefined): LinkKind =>
  type === 'magiclink' && !known ? 'signup' : type

const auditActions = {
  signup: 'user_confirmation_requested',
  invite: 'user_invited',
  magiclink: 'user_recovery_requested',
  recovery: 'user_recovery_requested',
  email_change_current: 'user_modified',
  email_change_new: 'user_modified',
} as const satisfies Record<LinkKind, string>
