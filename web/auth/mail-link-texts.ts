import type { MailLinkType } from '../auth-redirect/expired-link-texts.ts'

/** The texts of a link's page, and the title of the toast after a failure. */
type LinkTexts = { title: string; text: string; action: string; busyAction: string; failure: string }

/** Texts of mail links, by the `type` in their address. */
export const mailLinks: Record<MailLinkType, LinkTexts> = {
  invite: {
    title: 'You are invited',
    text: 'Accept the invitation, and then choose a password.',
    action: 'Accept the Invitation',
    busyAction: 'Accepting...',
    failure: 'Invitation not accepted',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'The link works once. Then you choose a new password.',
    action: 'Choose a New Password',
    busyAction: 'Opening...',
    failure: 'Link not opened',
  },
  signup: {
    title: 'Confirm your address',
    text: 'Then your account is ready, and you are signed in.',
    action: 'Confirm My Address',
    busyAction: 'Confirming...',
    failure: 'Address not confirmed',
  },
  magiclink: {
    title: 'Sign in without a password',
    text: 'The link in the email signs you in once.',
    action: 'Sign In Now',
    busyAction: 'Signing In...',
    failure: 'Sign in failed',
  },
  email_change: {
    title: 'Change your address',
    text: 'Confirm the change in the emails to both addresses. Then your account uses the new one.',
    action: 'Confirm the Change',
    busyAction: 'Changing...',
    failure: 'Address not changed',
  },
  'confirm-address': {
    title: 'Confirm your new address',
    text: 'From then on, you sign in with the address this email was sent to.',
    action: 'Confirm This Address',
    busyAction: 'Confirming...',
    failure: 'Address not changed',
  },
  'undo-address': {
    title: 'Undo the change of address',
    text: 'The account gets back the address this email was sent to, and everyone is signed out of it.',
    action: 'Undo the Change',
    busyAction: 'Undoing...',
    failure: 'Address not changed',
  },
}
