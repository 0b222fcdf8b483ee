import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Hook } from '../hooks/hook.ts'
import type { User } from '../people/user.ts'
import { hookSender } from './hook-sender.ts'
import { outboxSender } from './outbox-sender.ts'

export type TextMessage = {
  user: User
  /** Digits only, as it is stored. */
  phone: string
  code: string
  /** The code in the words of the project. */
  text: string
  purpose: 'verification' | 'mfa'
}

/** What brings text messages to people; the one thing to write for another provider. */
export interface SmsSender {
  /** Resolves once the provider has taken the message. */
  send(message: TextMessage): Promise<void>
}

/** The project's own hook, else the outbox. */
export const createSmsSender = (config: Config, hook: Hook | undefined): SmsSender =>
  hook ? hookSender(hook) : outboxSender(join(config.dataDir, 'outbox'))
