export const root: string

/** The files that the pages are built from. */
export function siteSources(): string[]

/** Whether a file of a package is for those who work with its source. */
export function isDeveloperFile(path: string): boolean

/** Deletes from a folder of packages what only those need who work with their source. */
export function removeDeveloperFiles(modules: string): void

/** The options of npm that leave out tools, tests, and packages of the engine that package.json does not name. */
export function onlyWhatRuns(): string[]
