import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts a note that a person replaces by a statement; the check fails while it is there. */
export const BY_HAND = '-- to be written by hand:'

/** The file that records the migrations in order with their hashes, in the format of `sha256sum`. */
const RECORD = 'migrations.sha256'

type Recorded = { file: string; hash: string }

/** The migrations of a project's folder, and the record beside it. */
export class MigrationsFolder {
  readonly #projectDir: string

  constructor(projectDir: string) {
    this.#projectDir = projectDir
  }

  files = (): string[] => globSync('*.sql', { cwd: join(this.#projectDir, 'migrations') }).toSorted()

  text = (file: string): string => readFileSync(this.path(file), 'utf8')

  path = (file: string): string => join(this.#projectDir, 'migrations', file)

  recorded(): Recorded[] {
    const path = join(this.#projectDir, RECORD)
    if (!existsSync(path)) return []
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.flatMap((line) => {
      const [, hash, file] = /^([0-9a-f]{64}) {2}migrations\/(.+)$/.exec(line) ?? []
      return hash && file ? [{ hash, file }] : []
    })
  }

  unrecorded(): string[] {
    const known = new Set(this.recorded().map(({ file }) => file))
    return this.files().filter((file) => !known.has(file))
  }

  hash = (file: string): string => createHash('sha256').update(this.text(file)).digest('hex')

  write(file: string, text: string) {
    writeFileSync(this.path(file), text)
  }

  rename(from: string, to: string) {
    renameSync(this.path(from), this.path(to))
  }

  /** Records these migrations as they are now. */
  record(files: readonly string[]) {
    this.#write(files.map((file) => ({ file, hash: this.hash(file) })))
  }

  forget(files: readonly string[]) {
    this.#write(this.recorded().filter(({ file }) => !files.includes(file)))
  }

  #write(entries: readonly Recorded[]) {
    const lines = entries.map(({ file, hash }) => `${hash}  migrations/${file}\n`)
    writeFileSync(join(this.#projectDir, RECORD), lines.join(''))
  }

  /** Migrations dated in the future, or earlier than one recorded before them. */
  late(now: Date): string[] {
    const late = new Set(this.files().filter((file) => (stampOf(file) ?? '') > asStamp(now)))
    let last = ''
    for (const file of [...this.recorded().map(({ file }) => file), ...this.unrecorded()]) {
      if (late.has(file)) continue
      if (file < last) late.add(file)
      else last = file
    }
    return this.files().filter((file) => late.has(file))
  }

  /** Whether the last commit contains this file, so that it may have been applied somewhere; undefined without git. */
  isCommitted(file: string): boolean {
    const { status, error } = spawnSync('git', ['cat-file', '-e', `HEAD:./migrations/${file}`], {
      cwd: this.#projectDir,
    })
    return error !== undefined || status === 0
  }
}

const STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_/

/** The timestamp in a migration's name. */
export function stampOf(file: string): string | undefined {
  const [, year, ...rest] = STAMP.exec(file) ?? []
  if (year === undefined) return undefined
  const [month, day, hour, minute, second] = rest
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const stamp = [year, ...rest].join('')
  return Number.isNaN(time.getTime()) || asStamp(time) !== stamp ? undefined : stamp
}

/** A timestamp for the name of a migration, in UTC, in the format of the Supabase CLI. */
export const asStamp = (time: Date): string => time.toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** Problems of the migrations that are visible without running them. */
export function faultsOf(folder: MigrationsFolder, now: Date): string[] {
  const recorded = folder.recorded()
  const there = new Set(folder.files())
  const faults: string[] = []
  for (const [i, { file, hash }] of recorded.entries()) {
    const before = recorded[i - 1]
    if (!there.has(file)) faults.push(`${file} is gone, and databases have applied it. Restore it.`)
    else if (folder.hash(file) !== hash) {
      faults.push(`${file} was edited after it was recorded. Restore it, and say in a new migration what is to change.`)
    }
    if (before && before.file >= file) faults.push(outOfOrder(file, before.file))
  }
  const unrecorded = folder.unrecorded()
  for (const file of unrecorded) {
    const later = recorded.findLast((one) => one.file > file)
    if (later) faults.push(outOfOrder(file, later.file))
    else faults.push(`${file} is not recorded yet: run "npm run migration" once it is finished.`)
  }
  for (const file of there) {
    const stamp = stampOf(file)
    if (stamp === undefined) faults.push(`${file} does not begin with a time, as 20260131120000_name.sql does.`)
    else if (stamp > asStamp(now)) {
      faults.push(`${file} has a time that is yet to come. Run "npm run migration -- --restamp".`)
    }
    if (folder.text(file).includes(BY_HAND)) {
      faults.push(
        `${file} has a part to be written by hand: put statements in its place, then run "npm run migration".`,
      )
    }
  }
  return faults
}

const outOfOrder = (file: string, before: string) =>
  `${file} came after ${before}, and has an earlier time: a database that has the other one would not expect it. Run "npm run migration -- --restamp".`
