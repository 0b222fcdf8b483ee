import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { LEFTOVER_AGE_MS } from './backup-place.ts'
import { folderPlace } from './folder-place.ts'

it('removes what a killed backup has left, and leaves the draft of one that runs elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'folder-place-'))
  const draft = () => `north-20261123T030000Z.tar.zst.${crypto.randomUUID()}.part`
  const [killed, running] = [draft(), draft()]
  for (const name of [killed, running, 'own.part']) await writeFile(join(folder, name), 'x')
  const then = new Date(Date.now() - LEFTOVER_AGE_MS - 60_000)
  for (const name of [killed, 'own.part']) await utimes(join(folder, name), then, then)
  await folderPlace(folder).write('a.tar.zst', Readable.from(['x']))
  expect((await readdir(folder)).sort()).toEqual(['a.tar.zst', running, 'own.part'])
  await rm(folder, { recursive: true })
})
