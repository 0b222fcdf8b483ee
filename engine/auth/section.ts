import { withSections } from '../feature.ts'
import { coreSection } from './core-section.ts'
import { authFeatures } from './features.ts'

/** config.toml's [auth]: what the core reads, and what its features do. */
export const authSection = withSections(coreSection, authFeatures)
