import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Bring, type Feature, featuresOf, type RunningFeatures } from '../kernel/feature.ts'

declare module 'fastify' {
  interface FastifyInstance {
    storageFeatures: RunningFeatures<StorageParts, NothingAlways>
  }
}

/** What an address is signed for in place of the file as it is: a route, and what is to be made of the file there. */
export type SignedView = { route: string; transformations: string }

/** What a feature of this service may bring. */
type StorageParts = {
  /** Routes that ask for no token, or know another way to say who calls. */
  everybody: FastifyPluginAsync
  /** Routes of whoever has a token; row policies decide what they may. */
  callers: FastifyPluginAsync
  /** Routes of the project's secret key. */
  projectServers: FastifyPluginAsync
  /** What a request to sign an address of a file asks for in its place. */
  signedView: (request: FastifyRequest) => SignedView | undefined
}

type NothingAlways = Record<never, never>

/** What one feature brings, of all that it may. */
export type Parts = Partial<StorageParts>

/** What starts one under its settings. */
export type BringStorage<Settings> = Bring<Settings, StorageParts>

export type StorageFeature = Feature<StorageParts, NothingAlways>

export const storageFeature = featuresOf<StorageParts, NothingAlways>()
