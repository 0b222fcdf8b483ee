import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { ConfigError } from './config/config.ts'
import { isErrno } from './errno.ts'

/** A part of the engine that is a package of its own: installed only where a project asks for it, and found by its name. */
export type OptionalPackage = Readonly<{
  name: string
  /** What it brings, as the field calls it. */
  brings: string
  /** The section of config.toml, or whatever else of a project, that asks for it. */
  askedBy: string
}>

/** The folder of an installed package; undefined where it is not installed. */
export function packageFolder({ name }: Pick<OptionalPackage, 'name'>): string | undefined {
  try {
    const file = findPackageJSON(name, import.meta.url)
    return file === undefined ? undefined : dirname(file)
  } catch (error) {
    if (isErrno(error, 'ERR_MODULE_NOT_FOUND')) return undefined
    throw error
  }
}

/** A start ends with this line where the project asks for a package that is not installed. */
export const notInstalled = ({ name, brings, askedBy }: OptionalPackage) =>
  new ConfigError(`${askedBy} asks for ${brings}: run npm install ${name}.`)

/** What a package exports as its `feature`; the caller says what that is. Throws `ConfigError` where it is not installed. */
export async function loadPackage<Brought>(from: OptionalPackage): Promise<Brought> {
  if (packageFolder(from) === undefined) throw notInstalled(from)
  const { feature }: { feature: Brought } = await import(from.name)
  return feature
}
