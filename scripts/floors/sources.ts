import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from '../tracked-files.ts'
import type { Sources } from './upward-imports.ts'

/** The sources of the package in this folder, by their paths in it; '.' is the whole repository. */
export function sourcesOf(folder: string): Sources {
  const prefix = prefixOf(folder)
  const files = trackedFiles().filter((file) => file.startsWith(prefix) && isSource(file))
  return new Map(files.map((file) => [file.slice(prefix.length), readFileSync(join(root, file), 'utf8')]))
}

export const prefixOf = (folder: string): string => (folder === '.' ? '' : `${folder}/`)

/** Tests may import from every room, and nothing imports them. */
function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\.(test|contract|spec|servers|limits)\.tsx?$/.test(file)
}
