import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isErrno } from '../../errno.ts'
import { writeProbe } from '../../health/write-probe.ts'
import { FileMissing, type FileStore, OWNER_FILE, placeOf } from './file-store.ts'
import { placeInQuarantine, QUARANTINE, type SetAside, setAsideOf, today } from './quarantine.ts'
import { syncFile, syncFolder } from './sync.ts'
import { isVersion } from './version.ts'

/**
 * Files in a folder of this machine. Each gets its name only when it is whole and on the disk; `draftFolder` is in the
 * same file system, so that a finished draft is renamed and not copied.
 */
export function diskStore(folder: string, draftFolder: string): FileStore {
  const pathOf = (version: string) => join(folder, placeOf(version))

  async function keep(name: string, draft: string) {
    await mkdir(dirname(name), { recursive: true, mode: 0o700 })
    await syncFile(draft)
    await rename(draft, name)
    await syncFolder(dirname(name))
  }

  async function write(name: string, content: string) {
    const draft = join(draftFolder, randomUUID())
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(content)
    await file.close()
    await keep(name, draft)
  }

  const asidePathOf = (file: SetAside) => join(folder, placeInQuarantine(file))

  async function move(from: string, to: string) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to).catch(unlessGone)
    await syncFolder(dirname(to))
  }

  const ownerFile = join(folder, OWNER_FILE)

  return {
    put: async (version, path) => keep(pathOf(version), path),

    async read(version, range) {
      const file = await open(pathOf(version)).catch((cause) => {
        throw isErrno(cause, 'ENOENT') ? new FileMissing(version, { cause }) : cause
      })
      return file.createReadStream(range)
    },

    async copy(from, to) {
      const draft = join(draftFolder, to)
      try {
        // Where the file system can, both share their blocks.
        await copyFile(pathOf(from), draft, constants.COPYFILE_FICLONE)
        await keep(pathOf(to), draft)
      } catch (cause) {
        await rm(draft, { force: true })
        throw isErrno(cause, 'ENOENT') ? new FileMissing(from, { cause }) : cause
      }
    },

    has: async (version) => isVersion(version) && (await stat(pathOf(version)).catch(unlessGone)) !== undefined,

    async remove(versions) {
      for (const version of versions) if (isVersion(version)) await rm(pathOf(version), { force: true })
    },

    async *list() {
      for (const part of await namesIn(folder)) {
        if (!/^[\da-f]{2}$/.test(part)) continue
        for (const version of await namesIn(join(folder, part))) {
          if (!isVersion(version)) continue
          const found = await stat(pathOf(version)).catch(unlessGone) // removed meanwhile
          if (found) yield { version, storedAt: found.mtime }
        }
      }
    },

    owner: () => readFile(ownerFile, 'utf8').catch(unlessGone),

    setOwner: (id) => write(ownerFile, id),

    quarantine: {
      async add(versions) {
        const day = today()
        for (const version of versions.filter(isVersion)) await move(pathOf(version), asidePathOf({ version, day }))
      },
      async *list() {
        for (const day of await namesIn(join(folder, QUARANTINE))) {
          for (const version of await namesIn(join(folder, QUARANTINE, day))) {
            const file = setAsideOf(day, version)
            if (file) yield file
          }
        }
      },
      bringBack: (file) => move(asidePathOf(file), pathOf(file.version)),
      async erase(files) {
        for (const file of files) await rm(asidePathOf(file), { force: true })
        for (const day of new Set(files.map(({ day }) => day))) {
          await rmdir(join(folder, QUARANTINE, day)).catch(() => undefined) // not empty yet
        }
      },
    },

    check: () => writeProbe(draftFolder),

    named: {
      addressOf: (name) => pathToFileURL(join(folder, name)).href,
      write: (name, content) => write(join(folder, name), content),
      remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    },

    close() {},
  }
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(unlessGone)) ?? []

/** Nothing is there; whatever else went wrong says nothing about that. */
function unlessGone(error: unknown): undefined {
  if (!isErrno(error, 'ENOENT')) throw error
}
