import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isErrno } from '../../kernel/errno.ts'
import { syncFile, syncFolder } from '../../kernel/sync.ts'
import { writeProbe } from '../../kernel/write-probe.ts'
import { FileMissing, type FileStore, OWNER_FILE, pathOfVersion } from './file-store.ts'
import { isVersion } from './file-version.ts'
import { parseQuarantined, placeInQuarantine, QUARANTINE, type Quarantine, today } from './quarantine.ts'

/**
 * Files in a folder of this machine. A file gets its name only when it is complete and flushed to disk; `tempFolder`
 * is on the same file system, so that a finished file is renamed instead of copied.
 */
export function diskStore(folder: string, tempFolder: string): FileStore {
  const disk = new Disk(folder, tempFolder)
  return {
    ...versionsOn(disk),
    owner: () => readFile(disk.path(OWNER_FILE), 'utf8').catch(unlessGone),
    setOwner: (id) => disk.write(OWNER_FILE, id),
    quarantine: quarantineOn(disk),
    check: () => writeProbe(tempFolder),
    named: {
      addressOf: (name) => pathToFileURL(disk.path(name)).href,
      write: (name, content) => disk.write(name, content),
      remove: (name) => rm(disk.path(name), { recursive: true, force: true }),
    },
    close() {},
  }
}

/**
 * A folder in which a crash leaves each file either in its old or in its new state. Names are relative to the folder.
 */
class Disk {
  readonly #folder: string
  readonly #tempFolder: string

  constructor(folder: string, tempFolder: string) {
    this.#folder = folder
    this.#tempFolder = tempFolder
  }

  path(...names: string[]): string {
    return join(this.#folder, ...names)
  }

  tempPath(name: string): string {
    return join(this.#tempFolder, name)
  }

  /** Moves a finished temporary file to its name. */
  async keep(name: string, tempFile: string) {
    const path = this.path(name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await syncFile(tempFile)
    await rename(tempFile, path)
    await syncFolder(dirname(path))
  }

  async write(name: string, content: string) {
    const tempFile = this.tempPath(randomUUID())
    const file = await open(tempFile, 'wx', 0o600)
    await file.writeFile(content)
    await file.close()
    await this.keep(name, tempFile)
  }

  /** Moves a file; one that does not exist is ignored. */
  async move(from: string, to: string) {
    const path = this.path(to)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(this.path(from), path).catch(unlessGone)
    await syncFolder(dirname(path))
  }

  async namesIn(...folder: string[]): Promise<string[]> {
    return (await readdir(this.path(...folder)).catch(unlessGone)) ?? []
  }
}

type Versions = Pick<FileStore, 'put' | 'read' | 'copy' | 'sizeOf' | 'remove' | 'list'>

function versionsOn(disk: Disk): Versions {
  const pathOf = (version: string) => disk.path(pathOfVersion(version))

  return {
    put: async (version, path) => disk.keep(pathOfVersion(version), path),

    async read(version, range) {
      const file = await open(pathOf(version)).catch(asMissing(version))
      return file.createReadStream(range)
    },

    async copy(from, to) {
      const tempFile = disk.tempPath(to)
      try {
        // The copy shares its blocks with the original where the file system supports that.
        await copyFile(pathOf(from), tempFile, constants.COPYFILE_FICLONE)
        await disk.keep(pathOfVersion(to), tempFile)
      } catch (cause) {
        await rm(tempFile, { force: true })
        throw isErrno(cause, 'ENOENT') ? new FileMissing(from, { cause }) : cause
      }
    },

    async sizeOf(version) {
      if (!isVersion(version)) return undefined
      return (await stat(pathOf(version)).catch(unlessGone))?.size
    },

    async remove(versions) {
      for (const version of versions) if (isVersion(version)) await rm(pathOf(version), { force: true })
    },

    async *list() {
      for (const part of await disk.namesIn()) {
        if (!/^[\da-f]{2}$/.test(part)) continue
        for (const version of await disk.namesIn(part)) {
          if (!isVersion(version)) continue
          const found = await stat(pathOf(version)).catch(unlessGone) // removed meanwhile
          if (found) yield { version, storedAt: found.mtime }
        }
      }
    },
  }
}

const quarantineOn = (disk: Disk): Quarantine => ({
  async add(versions) {
    const day = today()
    for (const version of versions.filter(isVersion)) {
      await disk.move(pathOfVersion(version), placeInQuarantine({ version, day }))
    }
  },
  async *list() {
    for (const day of await disk.namesIn(QUARANTINE)) {
      for (const version of await disk.namesIn(QUARANTINE, day)) {
        const file = parseQuarantined(day, version)
        if (file) yield file
      }
    }
  },
  async read(setAside) {
    const file = await open(disk.path(placeInQuarantine(setAside))).catch(asMissing(setAside.version))
    return { size: (await file.stat()).size, stream: file.createReadStream() }
  },
  bringBack: (file) => disk.move(placeInQuarantine(file), pathOfVersion(file.version)),
  async erase(files) {
    for (const file of files) await rm(disk.path(placeInQuarantine(file)), { force: true })
    for (const day of new Set(files.map(({ day }) => day))) {
      await rmdir(disk.path(QUARANTINE, day)).catch(() => undefined) // not empty yet
    }
  },
})

const asMissing = (version: string) => (cause: unknown) => {
  throw isErrno(cause, 'ENOENT') ? new FileMissing(version, { cause }) : cause
}

/** Undefined where the file does not exist. Throws for any other error, which does not tell whether it exists. */
function unlessGone(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT')) throw error
}
