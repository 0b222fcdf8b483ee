import { join } from 'node:path'
import { type Config, ConfigError } from '../../config.ts'
import type { Project } from '../../project.ts'
import type { User } from '../people/user.ts'
import { outboxSender } from './outbox-sender.ts'
import { webhookSender } from './webhook-sender.ts'

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

/** The project's own webhook ([auth.hook.send_sms]), else the outbox. Throws `ConfigError` for a hook that cannot be used. */
export function createSmsSender(config: Config, project: Project): SmsSender {
  const { enabled, uri, secrets } = project.config.auth.hook.send_sms
  if (!enabled) return outboxSender(join(config.dataDir, 'outbox'))
  const url = URL.parse(uri ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError('config.toml: auth.hook.send_sms.uri should be an address such as https://example.com/sms.')
  }
  const keys = (secrets ?? '').split('|').map((secret) => /^v1,whsec_([A-Za-z0-9+/=]{32,88})$/.exec(secret)?.[1])
  if (!keys.every((key) => key !== undefined)) {
    throw new ConfigError('config.toml: auth.hook.send_sms.secrets should be v1,whsec_ and a key in base64.')
  }
  return webhookSender(url, keys)
}
