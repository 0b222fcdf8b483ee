import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMissing } from './deno-errors.ts'

/** The settings of a function's `deno.json` for its modules. */
export type DenoJson = {
  /** The folder of `deno.json`, to which relative targets refer. */
  dir: string
  imports: Readonly<Record<string, string>>
  compilerOptions: Readonly<Record<string, unknown>>
}

const fileNames = ['deno.json', 'deno.jsonc', 'import_map.json']

/**
 * Finds a function's `deno.json`: the file that config.toml names, or else the nearest one in the function's folder or
 * in one above it up to `top`.
 */
export function denoJsonOf(entrypoint: string, named: string | undefined, top: string): DenoJson | undefined {
  if (named === undefined) return nearest(dirname(entrypoint), top)
  const found = parse(named)
  if (!found) throw new Error(`config.toml names the import map ${named}, which does not exist.`)
  return found
}

function nearest(dir: string, top: string): DenoJson | undefined {
  for (const name of fileNames) {
    const found = parse(join(dir, name))
    if (found) return found
  }
  return dir.startsWith(top) && dir !== top ? nearest(dirname(dir), top) : undefined
}

function parse(file: string): DenoJson | undefined {
  const text = read(file)
  if (text === undefined) return undefined
  const { imports, compilerOptions } = recordOf(JSON.parse(withoutComments(text)))
  const targets = Object.entries(recordOf(imports)).map(([name, target]) => {
    if (typeof target !== 'string') throw new Error(`${file} should map ${name} to a specifier.`)
    return [name, target]
  })
  return { dir: dirname(file), imports: Object.fromEntries(targets), compilerOptions: recordOf(compilerOptions) }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Strips JSONC as `deno init` writes it: comments on lines of their own, and trailing commas. */
const withoutComments = (text: string) => text.replace(/^\s*\/\/.*$/gm, '').replace(/,(?=\s*[}\]])/g, '')
