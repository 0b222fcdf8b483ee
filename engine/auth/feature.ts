import type { FastifyPluginAsync } from 'fastify'
import { type Feature, featuresOf, type RunningFeatures } from '../feature.ts'

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
