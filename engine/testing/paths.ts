import { join } from 'node:path'

/** The engine's own program, for starting it as a process. */
export const engineProgram = join(import.meta.dirname, '../main.ts')

/** The small project of the wire tests. */
export const contractProject = join(import.meta.dirname, '../contract/project')

/** A project without migrations and settings. */
export const emptyProject = join(import.meta.dirname, 'empty-project')

/** The project of the benches: some clients and projects under row policies. */
export const studioProject = join(import.meta.dirname, '../sample-projects/studio')

/** A module that is preloaded into an engine under test. */
export const quickHashing = new URL('quick-hashing.ts', import.meta.url).href
