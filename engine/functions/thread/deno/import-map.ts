import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isErrno } from '../../../errno.ts'

export type ImportMap = { dir: string; imports: Readonly<Record<string, string>> }

const fileNames = ['deno.json', 'deno.jsonc', 'import_map.json']
const importMap = z.looseObject({ imports: z.record(z.string(), z.string()).default({}) })
const known = new Map<string, ImportMap | undefined>()
const named = new Map<string, string>()

/** Says which file, of whatever name and place, holds the import map of a folder, instead of one that lies in it. */
export function nameImportMap(dir: string, file: string): void {
  named.set(dir, file)
}

/** The import map nearest to a folder: its own or that of a folder above it, as long as `isInside` holds. */
export function importMapOf(dir: string, isInside: (dir: string) => boolean): ImportMap | undefined {
  if (!isInside(dir)) return undefined
  if (!known.has(dir)) known.set(dir, readMap(dir) ?? importMapOf(dirname(dir), isInside))
  return known.get(dir)
}

function readMap(dir: string): ImportMap | undefined {
  const file = named.get(dir)
  for (const path of file === undefined ? fileNames.map((name) => join(dir, name)) : [file]) {
    const map = parse(path)
    if (map) return map
  }
  if (file !== undefined) throw new Error(`config.toml names the import map ${file}, which is not there.`)
  return undefined
}

function parse(file: string): ImportMap | undefined {
  const text = read(file)
  return text === undefined ? undefined : { dir: dirname(file), ...importMap.parse(JSON.parse(withoutComments(text))) }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** JSONC as `deno init` writes it: whole lines of comment, and commas before a closing bracket. */
const withoutComments = (text: string) => text.replace(/^\s*\/\/.*$/gm, '').replace(/,(?=\s*[}\]])/g, '')
