import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTempFiles } from './temp-files.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'engine-temp-files-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

it('writes a file down and says what it is', async () => {
  const tempFiles = await openTempFiles(home, { isAlone: true })
  const content = Buffer.alloc(200_000, 'abc')
  const tempFile = await tempFiles.receive(
    Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]),
    200_000,
  )
  expect(tempFile).toMatchObject({
    size: 200_000,
    md5: createHash('md5').update(content).digest('hex'),
    hasZeroByte: false,
  })
  expect((await readFile(tempFile.path)).equals(content)).toBe(true)
  await tempFile.discard()
  expect(await readdir(tempFiles.folder)).toEqual([])
})

it('sees a zero byte', async () => {
  const tempFiles = await openTempFiles(home, { isAlone: true })
  const tempFile = await tempFiles.receive(Readable.from([Buffer.from('a'), Buffer.from([98, 0])]), 10)
  expect(tempFile.hasZeroByte).toBe(true)
  await tempFile.discard()
})

it('leaves nothing of a file that is too large or breaks off', async () => {
  const tempFiles = await openTempFiles(home, { isAlone: true })
  const tooMuch = Readable.from([Buffer.alloc(6), Buffer.alloc(5)])
  await expect(tempFiles.receive(tooMuch, 10)).rejects.toThrow('The object exceeded the maximum allowed size')
  async function* brokenOff() {
    yield Buffer.alloc(5)
    throw new Error('hung up')
  }
  await expect(tempFiles.receive(brokenOff(), 10)).rejects.toThrow('hung up')
  expect(await readdir(tempFiles.folder)).toEqual([])
})

/** A folder of another process that gave its last sign of life some minutes ago. */
async function folderOf(parent: string, name: string, minutesAgo: number) {
  const folder = join(parent, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'half'), 'half a file')
  const then = new Date(Date.now() - minutesAgo * 60_000)
  await utimes(folder, then, then)
}

it('removes what a killed process left, whatever its id was', async () => {
  const parent = join(home, 'alone')
  await folderOf(parent, String(process.pid), 0)
  await folderOf(parent, String(process.ppid), 0)
  const { folder } = await openTempFiles(parent, { isAlone: true })
  expect(await readdir(parent)).toEqual([basename(folder)])
})

it('leaves those of others alone that were heard of, though their processes cannot be seen from here', async () => {
  const parent = join(home, 'shared')
  await folderOf(parent, '999999999', 5)
  await folderOf(parent, String(process.pid), 5)
  await folderOf(parent, 'dead', 61)
  const { folder } = await openTempFiles(parent, { isAlone: false })
  expect((await readdir(parent)).sort()).toEqual(['999999999', String(process.pid), basename(folder)].sort())
})
