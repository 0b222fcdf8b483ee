import type { MailLinkType } from '../arrival/link-over.ts'

/** What can stand on /auth, one at a time. */
export type PanelName =
  | 'sign-in'
  | 'sign-up'
  | 'forgot-password'
  | 'sign-in-link'
  | 'new-password'
  | 'two-step'
  | 'recovery-code'
  | MailLinkType
