import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, sep } from 'node:path'
import { filesBelow, node, root, run } from './setup.mjs'

const releases = join(root, '.releases')

/**
 * Copies what a server runs (program, packages and pages) into a release folder, which no `git pull`, install or build
 * in the clone changes. A new one is made only if something changed. Returns the folder; on Windows, where running
 * programs cannot be listed, and where nothing may be written, the clone itself.
 */
export function makeRelease() {
  if (process.platform === 'win32' || !mayWrite(root)) return root
  return releaseFor(fingerprintOfSources(), {
    folder: releases,
    fill: (target) => run(node, ['deploy/image/copy-runtime-files.ts', '--link', target]),
    programs: runningPrograms(),
  })
}

function mayWrite(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Points `current` to the release, for services that start it by a fixed path. */
export function makeCurrent(release) {
  if (release === root) return
  const next = join(releases, 'next')
  rmSync(next, { force: true })
  symlinkSync(relative(releases, release), next)
  renameSync(next, join(releases, 'current'))
}

/**
 * Returns the folder with this fingerprint, filled now if missing. Removes the others, except those that one of
 * `programs` was started from. Folder names are reused, so that Node's compile cache, which is keyed by path, stays
 * useful.
 */
export function releaseFor(fingerprint, { folder, fill, programs }) {
  mkdirSync(folder, { recursive: true })
  const starts = (path) => programs.some((program) => program.startsWith(path + sep))
  // A program started by the fixed path may run from any of the releases.
  const isUsed = (name) => starts(join(folder, name)) || starts(join(folder, 'current'))
  const names = readdirSync(folder).filter((name) => /^\d+$/.test(name))
  const same = names.find((name) => fingerprintOf(join(folder, name)) === fingerprint)
  for (const name of names) {
    if (name !== same && !isUsed(name)) rmSync(join(folder, name), { recursive: true })
  }
  if (same !== undefined) return join(folder, same)
  const left = new Set(readdirSync(folder))
  let number = 1
  while (left.has(String(number))) number++
  const release = join(folder, String(number))
  fill(release)
  writeFileSync(stampIn(release), fingerprint)
  return release
}

const stampIn = (release) => join(release, '.made-of')

function fingerprintOf(release) {
  try {
    return readFileSync(stampIn(release), 'utf8')
  } catch {
    return undefined
  }
}

/** Identifies packages and pages by their stamps, and all else by modification times. */
function fingerprintOfSources() {
  const hash = createHash('sha256')
  for (const stamp of ['node_modules/.installed', 'web/build/.built']) hash.update(readFileSync(join(root, stamp)))
  const files = ['cli', 'deploy', 'engine', 'packages', 'scripts', 'server', 'supabase'].flatMap((name) =>
    filesBelow(join(root, name)),
  )
  for (const file of [...files, join(root, 'main.ts'), join(root, 'mainstreet.mjs')]) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${relative(root, file)}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

/** The script files of running programs, as far as they are visible. */
function runningPrograms() {
  if (process.platform !== 'linux') return execFileSync('ps', ['-A', '-o', 'comm='], { encoding: 'utf8' }).split('\n')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const program = orNone(() => readlinkSync(`/proc/${pid}/exe`))
      // Processes of other users, and those in other mount namespaces, show only their command line.
      return program.startsWith(releases)
        ? program
        : orNone(() => firstWord(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    })
}

const firstWord = (commandLine) => commandLine.split('\0', 1)[0]

function orNone(read) {
  try {
    return read()
  } catch {
    return ''
  }
}
