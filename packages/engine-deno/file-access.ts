import { mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Start, StartedFunction } from 'engine/feature'
import { errors, isMissing } from './deno-errors.ts'
import { thread } from './layer-host.ts'

export type Path = string | URL

let functions: ReadonlyMap<string, StartedFunction> = new Map()
let functionsDir = ''
let temporaryDir = ''

/**
 * Gives each function of this thread its own files, as on the hosted runtime: it may read its folder and the static
 * files that config.toml names, and `/tmp` is a folder of its own that is removed with the thread.
 */
export function openFiles(start: Start): void {
  functions = new Map(start.functions.map((fn) => [fn.name, fn]))
  functionsDir = start.functionsDir
  temporaryDir = realpathSync(start.temporaryDir)
}

/** The folder to which relative paths of the running function refer. */
export const ownFolder = () => dirname(own().entrypoint)

export function ownTemporaryFolder(): string {
  const folder = join(temporaryDir, own().name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The path of a file that the function may read; throws `PermissionDenied` for any other. */
export function readable(path: Path): string {
  const file = real(located(path))
  if (isOwn(file)) return file
  throw new errors.PermissionDenied(
    `The function ${own().name} may read its own folder, its static_files and /tmp, and not ${path}.`,
  )
}

/** The path of a file that the function may write; throws `PermissionDenied` for any other. */
export function writable(path: Path): string {
  const file = real(located(path))
  if (isInside(ownTemporaryFolder(), file)) return file
  throw new errors.PermissionDenied(`The function ${own().name} may write below /tmp, and not ${path}.`)
}

function located(path: Path): string {
  const file = resolve(ownFolder(), path instanceof URL ? fileURLToPath(path) : path)
  if (!isInside('/tmp', file)) return file
  // The project itself may be below `/tmp`, where functions may otherwise write.
  const there = real(file)
  if (isOwn(there) || isInside(functionsDir, there)) return file
  return join(ownTemporaryFolder(), file.slice('/tmp'.length))
}

const isOwn = (file: string) =>
  isInside(ownTemporaryFolder(), file) ||
  isInside(realpathSync(ownFolder()), file) ||
  own().staticFiles.some((pattern) => matchesGlob(file, pattern))

const isInside = (folder: string, file: string) => file === folder || file.startsWith(folder + sep)

/** Resolves symbolic links in the existing part of a path. */
function real(file: string): string {
  try {
    return realpathSync(file)
  } catch (error) {
    if (!isMissing(error) || dirname(file) === file) throw error
    return join(real(dirname(file)), basename(file))
  }
}

function own(): StartedFunction {
  const { name } = thread.currentFunction()
  const fn = functions.get(name)
  if (!fn) throw new Error(`There is no function ${name}.`)
  return fn
}
