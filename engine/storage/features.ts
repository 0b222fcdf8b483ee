import type { StorageFeature } from './feature.ts'
import { images } from './images/index.ts'
import { resumableUploads } from './resumable/index.ts'
import { s3Protocol } from './s3/index.ts'

/** The optional features of this service. To remove one, delete its entry and its folder. */
export const storageFeatures: readonly StorageFeature[] = [images, resumableUploads, s3Protocol]
