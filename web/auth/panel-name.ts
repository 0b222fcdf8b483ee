import type { MailLinkType } from '../auth-redirect/expired-link-texts.ts'

/** The names of the panels on /auth, of which one is open. */
export type PanelName =
  | 'sign-in'
  | 'sign-up'
  | 'forgot-password'
  | 'sign-in-link'
  | 'new-password'
  | 'two-step'
  | 'recovery-code'
  | MailLinkType
