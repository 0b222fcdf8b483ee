import type { User } from '../users/user.ts'

export type TextMessage = {
  user: User
  /** Digits only, as stored. */
  phone: string
  code: string
  /** The message with the code, in the project's words. */
  text: string
  purpose: 'verification' | 'mfa'
}

/** Sends a text message; resolves once the provider has accepted it. */
export type SendText = (message: TextMessage) => Promise<void>
