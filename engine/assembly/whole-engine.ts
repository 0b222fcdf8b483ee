import { everyFeatureTable } from './features.ts'
import { startEngine } from './start-engine.ts'

/** What the rooms below ask for of the whole engine: backups of its tables, and a start of one that was restored for trial. */
export const wholeEngine = { features: everyFeatureTable, start: startEngine }
