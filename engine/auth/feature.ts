import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Bring, type Feature, featuresOf, type RunningFeatures } from '../kernel/feature.ts'
import type { AuthError } from './errors.ts'
import type { FactorKind } from './factors/kind.ts'
import type { Attempt, FactorAttempt, Rejection } from './http/attempts.ts'
import type { SendMail } from './mail/auth-mail.ts'
import type { Grant } from './sessions/grant.ts'
import type { TokenClaims } from './sessions/session-json.ts'
import type { SendText } from './sms/sms-sender.ts'
import type { Factor, User } from './users/user.ts'
import type { Visitor } from './visitor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authFeatures: RunningFeatures<AuthParts, AuthAlways>
  }
  interface FastifyContextConfig {
    /** Machines would try here what they have a list of; other requests show what nobody guesses. */
    isGuessable?: boolean | ((request: FastifyRequest) => boolean)
  }
}

/** What a feature of this service may bring. */
type AuthParts = {
  /** Routes that anybody may call who has a key of the project. */
  visitors: FastifyPluginAsync
  /** Routes of people who have signed in, by a session of their own. */
  signedIn: FastifyPluginAsync
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
  sendMail: SendMail
  sendText: SendText
  /** Hooks that every request goes through first. */
  guards: FastifyPluginAsync
  /** Further ways to a session, by the grant_type of POST /token. */
  grants: Readonly<Record<string, Grant>>
  /** What GET /settings says under `external`: by what people may sign in. */
  offers: Readonly<Record<string, boolean>>
  /** What it knows of second factors of a type of its own. */
  factorKind: FactorKind
  /** Throws where somebody may not be left with these second factors alone. */
  requireRest(factors: readonly Factor[]): void
  /** What GET /settings says of it. */
  publicSettings: Readonly<Record<string, unknown>>
}

type AuthAlways = {
  /** Which rows `t` of its tables nobody needs any more, table by table of the schema `auth`. */
  outdated: Readonly<Record<string, string>>
  /** Its tables of the schema `auth` whose rows are a person's, by `user_id`. */
  tablesOfUsers: readonly string[]
  /** Its paths that browsers and third parties open without a key of the project. */
  openPaths: readonly string[]
}

/** What one feature brings, of all that it may. */
export type Parts = Partial<AuthParts>

/** What starts one under its settings. */
export type BringAuth<Settings> = Bring<Settings, AuthParts>

export type AuthFeature = Feature<AuthParts, AuthAlways>

export const authFeature = featuresOf<AuthParts, AuthAlways>()

/** The routes of a feature that is off, which say so. */
export const refusing =
  (error: () => AuthError, urls: readonly string[]): FastifyPluginAsync =>
  async (app) => {
    const handler = async () => {
      throw error()
    }
    for (const url of urls) app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler })
  }
