import type { StorageFeature } from './feature.ts'
import { images } from './images/index.ts'
import { s3Protocol } from './s3/index.ts'

/** What this service has beside its core; a line less and a folder less, and it does without. */
export const storageFeatures: readonly StorageFeature[] = [images, s3Protocol]
