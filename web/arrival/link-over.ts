/** Advice for a used or expired mail link, by the `type` in its address. */
export const linkOver = {
  invite:
    'This invitation was used already or has expired. If you have chosen a password, sign in with it; else ask whoever invited you to send it again.',
  recovery: 'Email link is invalid or has expired. Please ask for a new one.',
  signup:
    'This link was used already or has expired. If you have confirmed your address, sign in; else sign up again for a new link.',
  magiclink: 'Email link is invalid or has expired. Please ask for a new one.',
  email_change: 'This link was used already or has expired. If your address has not changed, ask for the change again.',
  'confirm-address': 'This link was used already or has expired.',
  'undo-address': 'This link was used already or has expired.',
} as const

export type MailLinkType = keyof typeof linkOver

export const isMailLinkType = (type: string): type is MailLinkType => Object.hasOwn(linkOver, type)

export const linkTypes = Object.keys(linkOver).filter(isMailLinkType)
