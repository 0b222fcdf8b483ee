import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Feature, featuresOf, type RunningFeatures, type StartFeature } from '../kernel/feature.ts'

declare module 'fastify' {
  interface FastifyInstance {
    storageFeatures: RunningFeatures<StorageParts, NothingAlways>
  }
}

/** A view of a file that a signed address opens instead of the file: its route and the transformations. */
export type SignedView = { route: string; transformations: string }

/** The parts that a feature may add to this service. */
type StorageParts = {
  /** Routes that require no token, or authenticate in another way. */
  everybody: FastifyPluginAsync
  /** Routes for callers with a token, whose access row policies decide. */
  callers: FastifyPluginAsync
  /** Routes for the project's secret key. */
  projectServers: FastifyPluginAsync
  /** The view that a request to sign an address asks for instead of the file. */
  signedView: (request: FastifyRequest) => SignedView | undefined
}

type NothingAlways = Record<never, never>

/** Starts a feature with its settings. */
export type StartStorageFeature<Settings> = StartFeature<Settings, StorageParts>

export type StorageFeature = Feature<StorageParts, NothingAlways>

export const storageFeature = featuresOf<StorageParts, NothingAlways>()
