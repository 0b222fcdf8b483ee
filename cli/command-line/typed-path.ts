import { resolve } from 'node:path'

/**
 * The folder that the person is in. `mainstreet.mjs` runs the commands in the program's own folder, from which the
 * paths of the settings go out, as for the server.
 */
export const callersFolder = () => process.env.INIT_CWD ?? process.cwd()

/** A path that the person typed. */
export const typedPath = (path: string) => resolve(callersFolder(), path)
