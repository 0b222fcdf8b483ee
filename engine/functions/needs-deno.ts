import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isErrno } from '../kernel/errno.ts'
import { mapLimit } from '../kernel/map-limit.ts'
import { notInstalled, type OptionalPackage, packageFolder } from '../kernel/optional-package.ts'
import type { EdgeFunction } from './list-functions.ts'

/** Support for functions written for the hosted runtime: `Deno`, its specifiers and import maps. */
export const denoLayer: OptionalPackage = {
  name: 'engine-deno',
  provides: 'what Deno has beyond web standards',
  requiredBy: 'A function of the project',
}

/** The packages that a thread needs for these functions. Throws `ConfigError` where one is not installed. */
export async function layersFor(functionsDir: string, functions: Iterable<EdgeFunction>): Promise<string[]> {
  const named = Array.from(functions, ({ importMap }) => importMap).find((map) => map !== undefined)
  const found = named ?? (await reasonForDeno(functionsDir))
  if (found === undefined) return []
  if (packageFolder(denoLayer) === undefined) throw notInstalled({ ...denoLayer, requiredBy: found })
  return [denoLayer.name]
}

const SOURCE = /\.([cm]?[jt]s|[jt]sx)$/
const IMPORT_MAP = /^(deno\.jsonc?|import_map\.json)$/
const TEST = /[._](test|spec|bench)\.[^.]+$|^tests?$/

/** The first file in a folder of functions that Node alone would not run. */
async function reasonForDeno(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  })
  const names = entries.filter(({ name }) => name !== 'node_modules' && !TEST.test(name))
  const files = names.filter(
    (entry) => !entry.isDirectory() && (SOURCE.test(entry.name) || IMPORT_MAP.test(entry.name)),
  )
  const found = await mapLimit(files, async ({ name }) => {
    const file = join(folder, name)
    return needsDeno(name, await readFile(file, 'utf8')) ? file : undefined
  })
  const [first] = found.filter((file) => file !== undefined)
  if (first !== undefined) return first
  for (const entry of names) {
    const within = entry.isDirectory() ? await reasonForDeno(join(folder, entry.name)) : undefined
    if (within !== undefined) return within
  }
  return undefined
}

/** Whether a file uses features beyond web standards, or TypeScript that Node cannot strip. */
export function needsDeno(file: string, text: string): boolean {
  if (IMPORT_MAP.test(basename(file))) return mapsToRemoteModules(text)
  if (/x$/.test(file)) return true
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
  return denoFeatures.some((mark) => mark.test(code))
}

const denoFeatures = [
  // Matches `Deno.env` and `const { serve } = Deno`, but not a check whether Deno exists.
  /(?<![\w$.'"`])(?:Deno|EdgeRuntime)\s*\??[.[]/,
  /=\s*Deno\s*[;\n]/,
  // Matches `import 'npm:…'` and `from 'https://…'`.
  /\b(?:from|import)\s*\(?\s*['"](?:npm|jsr|https?):/,
  /\b(?:with|assert)\s*\{\s*type\s*:\s*['"](?:text|bytes)['"]/,
  /['"]\s*assert\s*\{/,
  /\baddEventListener\s*\(\s*['"]beforeunload['"]/,
  // Matches TypeScript that generates code.
  /^\s*(?:export\s+)?(?:const\s+)?(?:enum|namespace)\s+\w+\s*\{/m,
]

/** Whether an import map maps a name to anything but the package of the same name, which Node resolves itself. */
function mapsToRemoteModules(text: string): boolean {
  const [, imports = ''] = /"imports"\s*:\s*\{([^}]*)\}/.exec(text) ?? []
  return Array.from(imports.matchAll(/"([^"]+)"\s*:\s*"([^"]+)"/g)).some(([, name = '', target = '']) => {
    const [, found] = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]+)?\/?$/.exec(target) ?? []
    return found !== name.replace(/\/$/, '')
  })
}
