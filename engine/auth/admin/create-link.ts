import type { FastifyInstance } from 'fastify'
import { registerUser } from '../accounts/register-user.ts'
import { lockUnconfirmed, replaceSignUp } from '../accounts/unconfirmed-sign-ups.ts'
import type { UserCreationTransaction } from '../accounts/user-creation.ts'
import type { OneTimeCode } from '../codes/one-time-codes.ts'
import { SIGN_UP, storeToken } from '../codes/one-time-tokens.ts'
import { storeCode } from '../codes/store-code.ts'
import { authErrors } from '../errors.ts'
import { parseEmail } from '../users/parse-contacts.ts'
import { isConfirmed, type Metadata, mergeMetadata, type User } from '../users/user.ts'
import { isEmailTaken, lockUser, reloadUser, updateUser } from '../users/user-rows.ts'
import { adminErrors } from './errors.ts'
import { prepareInvitedUser } from './invite.ts'

export const linkKinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

export type LinkKind = (typeof linkKinds)[number]

/** The requested link, and the contents of an account that it creates. */
type RequestedLink = { type: LinkKind; email: string; new_email: string; data: Metadata; passwordHash: string }

/** The creation of a link in one transaction. `known` is the user who has the address. */
type LinkContext = { app: FastifyInstance; tx: UserCreationTransaction; known: User | undefined; asked: RequestedLink }

/** The created link: its user, the type in its URL, and the code. */
type CreatedLink = { userId: string; linkType: string; code: OneTimeCode }

const emailCode = ({ oneTimeCodes, authSettings }: FastifyInstance, address: string) =>
  oneTimeCodes.create(address, authSettings.otpLength)

async function signUpLink(request: LinkContext) {
  const { app, tx, known, asked } = request
  const { email, data, passwordHash } = asked
  if (known && isConfirmed(known)) throw authErrors.emailTaken()
  const stranger = known && (await lockUnconfirmed(tx, known.id))
  if (stranger) await replaceSignUp(app, tx, stranger, { passwordHash, data })
  else if (known) {
    await updateUser(tx, known.id, { raw_user_meta_data: mergeMetadata(known.raw_user_meta_data, data) })
  }
  const user = known ?? (await registerUser(tx, { email, phone: null, data, passwordHash }))
  if (!user) throw authErrors.emailTaken()
  return confirmationLink(request, user.id, 'signup')
}

async function inviteLink(request: LinkContext): Promise<CreatedLink> {
  const { app, tx, known, asked } = request
  const { id } = await prepareInvitedUser(app, tx, known, { email: asked.email, data: asked.data })
  return confirmationLink(request, id, 'invite')
}

async function confirmationLink(
  { app, tx, asked }: LinkContext,
  userId: string,
  linkType: string,
): Promise<CreatedLink> {
  const { email } = asked
  const code = emailCode(app, email)
  await storeCode(
    tx,
    await reloadUser(tx, userId),
    { type: 'confirmation_token', address: email, proves: SIGN_UP },
    code,
  )
  return { userId, linkType, code }
}

async function signInLink({ app, tx, known, asked: { email, type } }: LinkContext): Promise<CreatedLink> {
  if (!known) throw adminErrors.linkForNobody()
  const code = emailCode(app, email)
  await storeCode(tx, known, { type: 'recovery_token', address: email }, code)
  return { userId: known.id, linkType: type, code }
}

/** Each side has a link of its own, and the other side's stays valid. */
async function emailChangeLink({ app, tx, known, asked }: LinkContext): Promise<CreatedLink> {
  if (!known) throw adminErrors.linkForNobody()
  const isCurrent = asked.type === 'email_change_current'
  if (isCurrent && !app.authSettings.secureEmailChange) throw adminErrors.linkToCurrentOff()
  const newEmail = parseEmail(asked.new_email)
  if (await isEmailTaken(tx, newEmail, known.id)) throw authErrors.emailTaken()
  await lockUser(tx, known.id)
  const column = isCurrent ? 'email_change_token_current' : 'email_change_token_new'
  const address = isCurrent ? asked.email : newEmail
  const code = emailCode(app, address)
  await updateUser(tx, known.id, {
    email_change: newEmail,
    email_change_confirm_status: 0,
    email_change_sent_at: new Date(),
    [column]: code.kept.linkHash,
  })
  await storeToken(tx, known.id, { type: column, address, proves: null, ...code.kept })
  return { userId: known.id, linkType: 'email_change', code }
}

/** The function that creates each kind of link for an administrator. */
export const linkMakers = {
  signup: signUpLink,
  invite: inviteLink,
  magiclink: signInLink,
  recovery: signInLink,
  email_change_current: emailChangeLink,
  email_change_new: emailChangeLink,
} satisfies Record<LinkKind, (request: LinkContext) => Promise<CreatedLink>>
