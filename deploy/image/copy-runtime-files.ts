/**
 * `copy-runtime-files.ts [--link] FOLDER`: copies what runs, and nothing else, into a folder, which becomes the image or the
 * release beside the clone. With --link, packages and pages become hard links and take no extra space; installs and
 * builds write new files, so that the links keep the old content.
 */
import { copyFileSync, cpSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { isForDevelopers, isLeftOut, packagesOf, partsOfEngine, sources } from './runtime-files.ts'

const root = join(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { link: { type: 'boolean', default: false } },
})
const [target = ''] = positionals
if (target === '') throw new Error('Say into which folder.')
const built = 'web/build'
const program = 'node_modules/.bin/node'

const packages = packagesOf(root, ['.', 'engine', 'supabase'])
for (const source of [...sources, ...partsOfEngine(root, packages)]) {
  copy(source, (path) => !isLeftOut(source + path) && !(values.link && source + path === built))
}
const bring = values.link ? link : copy
for (const folder of packages) {
  if (lstatSync(join(root, folder)).isSymbolicLink()) {
    linkWorkspace(folder)
    continue
  }
  // Nested packages are visited on their own.
  bring(folder, (path) => path !== '/node_modules' && !isForDevelopers(path.slice(1)))
}
if (values.link) {
  link(built, (path) => !isLeftOut(built + path))
  mkdirSync(dirname(join(target, program)), { recursive: true })
  linkOrCopy(join(root, 'node_modules/node/bin/node'), join(target, program))
}

/** Links to a workspace, which is among the sources. */
function linkWorkspace(folder: string) {
  mkdirSync(dirname(join(target, folder)), { recursive: true })
  symlinkSync(readlinkSync(join(root, folder)), join(target, folder))
}

function copy(from: string, takes: (path: string) => boolean) {
  cpSync(join(root, from), join(target, from), {
    recursive: true,
    filter: (file) =>
      takes(
        relative(join(root, from), file)
          .replace(/^(?=.)/, '/')
          .replaceAll(sep, '/'),
      ),
  })
}

function link(from: string, takes: (path: string) => boolean, path = '') {
  const file = join(root, from, path)
  if (!lstatSync(file).isDirectory()) return linkOrCopy(file, join(target, from, path))
  mkdirSync(join(target, from, path), { recursive: true })
  for (const name of readdirSync(file)) if (takes(`${path}/${name}`)) link(from, takes, `${path}/${name}`)
}

/** Falls back to copying on disks without hard links. */
function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
