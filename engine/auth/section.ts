import { withSections } from '../kernel/feature.ts'
import { authFeatures } from './features.ts'
import { coreSection } from './sections/core-section.ts'

/** config.toml's [auth]: what the core reads, and what its features do. */
export const authSection = withSections(coreSection, authFeatures)
