import { withSections } from '../kernel/feature.ts'
import { authFeatures } from './features.ts'
import { coreSection } from './sections/core-section.ts'

/** config.toml's [auth]: the settings of the core and of its features. */
export const authSection = withSections(coreSection, authFeatures)
