import * as fs from 'node:fs'
import { join } from 'node:path'
import { asDenoError, errors } from './deno-errors.ts'
import { ownFolder, ownTemporaryFolder, type Path, readable, writable } from './file-access.ts'

type Writing = { append?: boolean; create?: boolean; createNew?: boolean; mode?: number }
type Recursive = { recursive?: boolean }
type Named = { dir?: Path; prefix?: string; suffix?: string }

const readFile = withDenoErrors((path: Path) => new Uint8Array(fs.readFileSync(readable(path))))
const readTextFile = withDenoErrors((path: Path) => fs.readFileSync(readable(path), 'utf8'))
const stat = withDenoErrors((path: Path) => described(fs.statSync(readable(path))))
const list = withDenoErrors((path: Path) => {
  const entries = fs.readdirSync(readable(path), { withFileTypes: true })
  return entries.map((entry) => ({ name: entry.name, ...kindOf(entry) }))
})

const write = withDenoErrors((path: Path, data: string | Uint8Array, options: Writing = {}) => {
  const { append = false, create = true, createNew = false, mode } = options
  const file = writable(path)
  if (!create && !fs.existsSync(file)) throw new errors.NotFound(`There is no file ${path}.`)
  fs.writeFileSync(file, data, { flag: (append ? 'a' : 'w') + (createNew ? 'x' : ''), ...(mode && { mode }) })
})
const mkdir = withDenoErrors(
  (path: Path, { recursive = false }: Recursive = {}) => void fs.mkdirSync(writable(path), { recursive }),
)
const remove = withDenoErrors((path: Path, { recursive = false }: Recursive = {}) => {
  const file = writable(path)
  if (!recursive && fs.statSync(file).isDirectory()) fs.rmdirSync(file)
  else fs.rmSync(file, { recursive })
})
const rename = withDenoErrors((from: Path, to: Path) => fs.renameSync(writable(from), writable(to)))
const copyFile = withDenoErrors((from: Path, to: Path) => fs.copyFileSync(readable(from), writable(to)))
const makeTempDir = withDenoErrors((options: Named = {}) => {
  const path = temporaryPath(options)
  fs.mkdirSync(path)
  return path
})
const makeTempFile = withDenoErrors((options: Named = {}) => {
  const path = temporaryPath(options)
  fs.writeFileSync(path, '', { flag: 'wx' })
  return path
})

/**
 * The file functions of `Deno`; `file-access.ts` decides which files a function may access. Files are small and read
 * whole, so the asynchronous functions call the synchronous ones.
 */
export const files = Object.freeze({
  errors,
  cwd: ownFolder,
  ...{ readFile: later(readFile), readFileSync: readFile },
  ...{ readTextFile: later(readTextFile), readTextFileSync: readTextFile },
  ...{ stat: later(stat), statSync: stat },
  ...{ lstat: later(stat), lstatSync: stat },
  async *readDir(path: Path) {
    yield* list(path)
  },
  readDirSync: (path: Path) => list(path).values(),
  ...{ writeFile: later(write), writeFileSync: write },
  ...{ writeTextFile: later(write), writeTextFileSync: write },
  ...{ mkdir: later(mkdir), mkdirSync: mkdir },
  ...{ remove: later(remove), removeSync: remove },
  ...{ rename: later(rename), renameSync: rename },
  ...{ copyFile: later(copyFile), copyFileSync: copyFile },
  ...{ makeTempDir: later(makeTempDir), makeTempDirSync: makeTempDir },
  ...{ makeTempFile: later(makeTempFile), makeTempFileSync: makeTempFile },
})

/** Wraps a function so that it throws the errors of `Deno` instead of Node's. */
function withDenoErrors<Args extends unknown[], Result>(work: (...args: Args) => Result) {
  return (...args: Args): Result => {
    try {
      return work(...args)
    } catch (error) {
      throw asDenoError(error)
    }
  }
}

function later<Args extends unknown[], Result>(work: (...args: Args) => Result) {
  return async (...args: Args): Promise<Result> => work(...args)
}

function temporaryPath({ dir, prefix = '', suffix = '' }: Named): string {
  const folder = dir === undefined ? ownTemporaryFolder() : writable(dir)
  return join(folder, `${prefix}${crypto.randomUUID()}${suffix}`)
}

const described = (found: fs.Stats) => ({
  ...kindOf(found),
  ...{ size: found.size, mode: found.mode, mtime: found.mtime, atime: found.atime, birthtime: found.birthtime },
})

const kindOf = (entry: fs.Stats | fs.Dirent) => ({
  isFile: entry.isFile(),
  isDirectory: entry.isDirectory(),
  isSymlink: entry.isSymbolicLink(),
})
