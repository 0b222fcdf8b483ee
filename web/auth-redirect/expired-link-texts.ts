/** Advice for a used or expired mail link, by the link's `type`. */
export const expiredLinkTexts = {
  invite:
    'This invitation was already used or has expired. If you have chosen a password, sign in with it. Otherwise ask the person who invited you to send it again.',
  recovery: 'Email link is invalid or has expired. Please ask for a new one.',
  signup:
    'This link was already used or has expired. If you have confirmed your address, sign in. Otherwise sign up again to get a new link.',
  magiclink: 'Email link is invalid or has expired. Please ask for a new one.',
  email_change: 'This link was already used or has expired. If your address has not changed, ask for the change again.',
  'confirm-address': 'This link was already used or has expired.',
  'undo-address': 'This link was already used or has expired.',
} as const

export type MailLinkType = keyof typeof expiredLinkTexts

export const isMailLinkType = (type: string): type is MailLinkType => Object.hasOwn(expiredLinkTexts, type)

export const linkTypes = Object.keys(expiredLinkTexts).filter(isMailLinkType)
