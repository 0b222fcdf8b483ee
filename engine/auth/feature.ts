import type { FastifyPluginAsync } from 'fastify'
import { type Feature, featuresOf, type RunningFeatures } from '../feature.ts'
import type { Attempt, FactorAttempt, Rejection } from './http/attempts.ts'
import type { Visitor } from './http/visitor.ts'
import type { User } from './people/user.ts'
import type { TokenClaims } from './sessions/session-json.ts'
import type { SendText } from './sms/sms-sender.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authFeatures: RunningFeatures<AuthParts, AuthAlways>
  }
}

/** What a feature of this service may bring. */
type AuthParts = {
  /** Routes that anybody may call who has a key of the project. */
  visitors: FastifyPluginAsync
  /** Routes of the secret key, below /admin. */
  administration: FastifyPluginAsync
  /** Says what a token says, of what it would say; `method` is how its owner signed in. */
  claims(claims: TokenClaims, method: string): Promise<TokenClaims>
  /** Hears of somebody who is about to come to be, and throws where they may not. */
  beforeUserCreated(user: User, visitor: Visitor): Promise<void>
  /** Hear how a password, or a second factor, was given, right or wrong. */
  onPasswordAttempt(attempt: Attempt, visitor: Visitor): Promise<Rejection | undefined>
  onFactorAttempt(attempt: FactorAttempt, visitor: Visitor): Promise<Rejection | undefined>
  /** Send the service's mails and text messages in its place; of several features the first. */
  sendMail(about: Record<string, unknown>): Promise<void>
  sendText: SendText
  /** What GET /settings says of it. */
  publicSettings: Readonly<Record<string, unknown>>
}

type AuthAlways = {
  /** Which rows `t` of its tables nobody needs any more, table by table of the schema `auth`. */
  outdated: Readonly<Record<string, string>>
}

/** What one feature brings, of all that it may. */
export type Parts = Partial<AuthParts>

export type AuthFeature = Feature<AuthParts, AuthAlways>

export const authFeature = featuresOf<AuthParts, AuthAlways>()
