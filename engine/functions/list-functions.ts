import { readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import type { Project } from '../kernel/config/project.ts'
import { isErrno } from '../kernel/errno.ts'
import type { functionsSection } from './functions-section.ts'
import type { StartedFunction } from './protocol/messages.ts'

export type EdgeFunction = StartedFunction & { verifyJwt: boolean }

type Sections = { functions: z.output<typeof functionsSection> }

type Settings = Partial<Sections['functions'][string]>

// The CLI's pattern for names, by which `_shared` is never a function.
const FUNCTION_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/

/** The functions of the project: every `functions/<name>/index.ts`, with its settings from config.toml. */
export async function projectFunctions(project: Project<Sections>): Promise<Map<string, EdgeFunction>> {
  const settings = project.config.functions
  // Symbolic links are resolved, as in the paths that patterns are compared with.
  const dir = await realpath(project.dir)
  const names = new Set([...(await folderNames(functionsDir(project))), ...Object.keys(settings)])
  const found = new Map<string, EdgeFunction>()
  for (const name of names) {
    const {
      enabled = true,
      verify_jwt = true,
      entrypoint,
      import_map,
      static_files = [],
    }: Settings = settings[name] ?? {}
    if (!enabled || !FUNCTION_NAME.test(name)) continue
    found.set(name, {
      name,
      verifyJwt: verify_jwt,
      entrypoint: resolve(dir, entrypoint ?? `./functions/${name}/index.ts`),
      importMap: import_map === undefined ? undefined : resolve(project.dir, import_map),
      staticFiles: static_files.map((pattern) => resolve(dir, pattern)),
    })
  }
  return found
}

export const functionsDir = (project: Pick<Project, 'dir'>): string => join(project.dir, 'functions')

async function folderNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error) => {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}
