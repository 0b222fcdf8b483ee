import type { User } from '../users/user.ts'

export type TextMessage = {
  user: User
  /** Digits only, as it is stored. */
  phone: string
  code: string
  /** The code in the words of the project. */
  text: string
  purpose: 'verification' | 'mfa'
}

/** Brings a text message to somebody; resolves once the provider has taken it. */
export type SendText = (message: TextMessage) => Promise<void>
