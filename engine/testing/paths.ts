import { join } from 'node:path'

/** The engine's own program, for whoever starts it as a process. */
export const engineProgram = join(import.meta.dirname, '../main.ts')

/** The small project that the wire tests run on, since the engine knows no other. */
export const contractProject = join(import.meta.dirname, '../contract/project')

/** What the benches ask: some clients and projects under row policies. */
export const studioProject = join(import.meta.dirname, '../sample-projects/studio')

/** What is loaded ahead of an engine under test. */
export const quickHashing = new URL('quick-hashing.ts', import.meta.url).href
