import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createOutbox } from './mail-folder.ts'

it('keeps the newest messages, and what is not its own', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'engine-outbox-'))
  await writeFile(join(dir, '0.txt'), 'somebody else put it there')
  const outbox = createOutbox(dir, 'eml', 3)
  const saved: string[] = []
  for (let count = 0; count < 5; count++) saved.push(await outbox.save(Buffer.from(`message ${count}`)))
  expect((await readdir(dir)).map((name) => join(dir, name)).sort()).toEqual([join(dir, '0.txt'), ...saved.slice(-3)])
  await rm(dir, { recursive: true })
})
