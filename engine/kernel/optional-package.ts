import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { ConfigError } from './config/environment-variables.ts'
import { isErrno } from './errno.ts'

/**
 * A part of the engine that is a package of its own: installed only where a project needs it, and found by its name.
 */
export type OptionalPackage = Readonly<{
  name: string
  /** What the package provides, as an error message names it. */
  provides: string
  /** The section of config.toml, or another part of a project, that needs the package. */
  requiredBy: string
}>

/** The folder of an installed package, in which its tables are beside its program; undefined where it is not installed. */
export function packageFolder({ name }: Pick<OptionalPackage, 'name'>): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve(name))
  } catch (error) {
    if (isErrno(error, 'MODULE_NOT_FOUND')) return undefined
    throw error
  }
}

/** The message with which a start ends where the project needs a package that is not installed. */
export const notInstalled = ({ name, provides, requiredBy }: OptionalPackage) =>
  new ConfigError(`${requiredBy} asks for ${provides}: run npm install ${name}.`)

/** The `feature` that a package exports; the caller knows its type. Throws `ConfigError` where it is not installed. */
export async function loadPackage<Brought>(from: OptionalPackage): Promise<Brought> {
  if (packageFolder(from) === undefined) throw notInstalled(from)
  const { feature }: { feature: Brought } = await import(from.name)
  return feature
}
