import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fewAtOnce } from '../../kernel/few-at-once.ts'

/**
 * Where no database is yet, an empty one, as initdb makes it: the files that PGlite's own initdb has written, unpacked,
 * which takes a fifth of its time. It stands there whole or not at all, whenever the power goes.
 */
export async function makeDatabase(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  // Only an empty folder gives way.
  await mkdir(folder, { recursive: true })
  await rmdir(folder)
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  const { unpackTar } = await import('modern-tar/fs')
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const packed = await dataDir()
  await pipeline(packed.stream(), createGunzip(), unpackTar(unfinished, { dmode: 0o700, fmode: 0o600 }))
  await sync(unfinished)
  await rename(unfinished, folder)
  // Or a power cut could take the name back, with everything written under it meanwhile.
  await syncOne(dirname(folder))
}

/** Returns when everything below the folder is on the disk, as fsync says. */
async function sync(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await fewAtOnce(entries, ({ parentPath, name }) => syncOne(join(parentPath, name)))
  await syncOne(folder)
}

async function syncOne(path: string) {
  await using file = await open(path)
  await file.sync()
}
