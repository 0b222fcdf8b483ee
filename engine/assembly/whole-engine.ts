import { everyFeatureTable } from './features.ts'
import { startEngine } from './start-engine.ts'

/** The parts of the whole engine that lower floors need: the tables for backups, and a start for a trial restore. */
export const wholeEngine = { features: everyFeatureTable, start: startEngine }
