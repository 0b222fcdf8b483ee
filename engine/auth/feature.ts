import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Feature, featuresOf, type RunningFeatures, type StartFeature } from '../kernel/feature.ts'
import type { AuthError } from './errors.ts'
import type { FactorKind } from './factors/factor-kind.ts'
import type { FactorAttempt, ProofAttempt, Rejection } from './http/report-attempt.ts'
import type { SendMail } from './mail/auth-mail.ts'
import type { Grant } from './sessions/grant.ts'
import type { TokenClaims } from './sessions/session-json.ts'
import type { SendText } from './sms/sms-sender.ts'
import type { User } from './users/user.ts'
import type { Visitor } from './visitor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authFeatures: RunningFeatures<AuthParts, AuthAlways>
  }
  interface FastifyContextConfig {
    /** Whether the request can be guessed, like a password, so that guesses are limited. */
    isGuessable?: boolean | ((request: FastifyRequest) => boolean)
  }
}

/** The parts that a feature of this service may have. */
type AuthParts = {
  /** Routes for any caller with a key of the project. */
  visitors: FastifyPluginAsync
  /** Routes for signed-in users, by their own session. */
  signedIn: FastifyPluginAsync
  /** Routes for the secret key, below /admin. */
  administration: FastifyPluginAsync
  /** Changes the claims of a token before it is signed; `method` is how its owner signed in. */
  claims(claims: TokenClaims, method: string): Promise<TokenClaims>
  /** Called before a user is created; throws where that is not allowed. */
  beforeUserCreated(user: User, visitor: Visitor): Promise<void>
  /** Called after each attempt with a password or a second factor, right or wrong. */
  onPasswordAttempt(attempt: ProofAttempt, visitor: Visitor): Promise<Rejection | undefined>
  onFactorAttempt(attempt: FactorAttempt, visitor: Visitor): Promise<Rejection | undefined>
  /** Sends the service's mails and text messages instead of the service; of several features the first does. */
  sendMail: SendMail
  sendText: SendText
  /** Hooks that run first for every request. */
  guards: FastifyPluginAsync
  /** Further grants of POST /token, by grant_type. */
  grants: Readonly<Record<string, Grant>>
  /** The sign-in methods that GET /settings lists under `external`. */
  offers: Readonly<Record<string, boolean>>
  /** The implementation of second factors of a type of its own. */
  factorKind: FactorKind
  /** The feature's part of GET /settings. */
  publicSettings: Readonly<Record<string, unknown>>
}

type AuthAlways = {
  /** Conditions on outdated rows `t` of its tables, by table of the schema `auth`. */
  outdated: Readonly<Record<string, string>>
  /** Its tables of the schema `auth` that hold rows of a user, by `user_id`. */
  tablesOfUsers: readonly string[]
  /** Its paths that browsers and third parties open without a key of the project. */
  openPaths: readonly string[]
}

/** The parts of one feature. */
export type Parts = Partial<AuthParts>

/** Starts a feature with its settings. */
export type StartAuthFeature<Settings> = StartFeature<Settings, AuthParts>

export type AuthFeature = Feature<AuthParts, AuthAlways>

export const authFeature = featuresOf<AuthParts, AuthAlways>()

/** Routes of a feature that is switched off: each responds with this error. */
export const errorRoutes =
  (error: () => AuthError, urls: readonly string[]): FastifyPluginAsync =>
  async (app) => {
    const handler = async () => {
      throw error()
    }
    for (const url of urls) app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler })
  }
