import type { ImportFeature } from 'engine/feature'
import { importDump } from './import-dump.ts'

/** The import of a project's dump. */
export const feature: ImportFeature = { importDump }
