import { isMailLinkType, type MailLinkType } from '../auth-redirect/expired-link-texts.ts'
import { tokenInLink } from '../lib/token-in-link.ts'

/** Types of mail links that the function change-address handles; the auth service verifies all others. */
export type AddressLinkType = 'confirm-address' | 'undo-address'

const isAddressLinkType = (type: MailLinkType): type is AddressLinkType =>
  type === 'confirm-address' || type === 'undo-address'

export type AddressLink = { type: AddressLinkType; token: string }
export type AuthLink = { type: Exclude<MailLinkType, AddressLinkType>; tokenHash: string }

/** A mail link that was opened but not used yet. */
export type MailLink = AddressLink | AuthLink

/**
 * Reads the link from a query: `type` and `token_hash` in the mails of the auth service, as Supabase names them, `type`
 * and `token` in the others.
 */
export function parseMailLink(query: URLSearchParams): MailLink | undefined {
  const type = query.get('type') ?? ''
  if (!isMailLinkType(type)) return undefined
  const isOfAddress = isAddressLinkType(type)
  const token = tokenInLink(query.get(isOfAddress ? 'token' : 'token_hash') ?? '')
  if (token === undefined) return undefined
  return isOfAddress ? { type, token } : { type, tokenHash: token }
}

/**
 * Messages after mail links that do not sign in. They do not name the email address, since the server shows them without a
 * session (server/mail-link-pages.ts).
 */
export const usedLinkTexts = {
  email_change: () => `${firstAddressConfirmed.title}. ${firstAddressConfirmed.description}`,
  'confirm-address': (address = 'the new address') => `Done. You sign in with ${address} from now on.`,
  'undo-address': (address?: string) =>
    `Done. The account has ${address === undefined ? 'its old address' : `the address ${address}`} again, and everyone is signed out.`,
} satisfies Partial<Record<MailLinkType, (address?: string) => string>>

export type LinkTypeWithoutSignIn = keyof typeof usedLinkTexts

/** Whether a used mail link may end without a sign-in. */
export const mayEndWithoutSignIn = (type: MailLinkType): type is LinkTypeWithoutSignIn =>
  Object.hasOwn(usedLinkTexts, type)

/** The message after the first of the two links that confirm a new email address. */
export const firstAddressConfirmed = {
  title: 'This address is confirmed',
  description: 'Now open the link in the email to your other address.',
}
