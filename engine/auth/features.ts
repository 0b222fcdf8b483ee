import type { AuthFeature } from './feature.ts'
import { hooks } from './hooks/index.ts'
import { singleSignOn } from './sso/index.ts'

/** What this service has beside its core; a line less and a folder less, and it does without. */
export const authFeatures: readonly AuthFeature[] = [hooks, singleSignOn]
