import { analytics } from './analytics/index.ts'
import type { StorageFeature } from './feature.ts'
import { images } from './images/index.ts'
import { s3Protocol } from './s3/index.ts'
import { vectorBuckets } from './vectors/index.ts'

/** What this service has beside its core; a line less and a folder less, and it does without. */
export const storageFeatures: readonly StorageFeature[] = [analytics, images, s3Protocol, vectorBuckets]
