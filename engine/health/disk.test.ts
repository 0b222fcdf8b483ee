import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { diskHealth } from './disk.ts'

let dataDir = ''
let databaseDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'engine-disk-'))
  databaseDir = join(dataDir, 'db')
  await mkdir(databaseDir)
  await writeFile(join(databaseDir, 'PG_VERSION'), '17\n')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const disk = () => diskHealth(dataDir, { databaseDir, isVital: true })
const serving = { status: expect.stringMatching(/^(ok|low)$/) }

it('is well where it can be written to, and leaves nothing behind', async () => {
  expect(await (await disk()).check()).toMatchObject(serving)
  expect(await readdir(dataDir)).toEqual(['db'])
})

it('says that the disk is full', async () => {
  const { check } = await disk()
  await symlink('/dev/full', join(dataDir, '.health'))
  expect(await check()).toEqual({ status: 'full' })
  expect(await check()).toMatchObject(serving)
})

it.each([
  ['the folder of the database is deleted', () => rm(databaseDir, { recursive: true })],
  ['the whole folder is deleted', () => rm(dataDir, { recursive: true })],
  ['what is in the folder of the database is deleted', () => rm(join(databaseDir, 'PG_VERSION'))],
  [
    'another one stands in its place',
    async () => {
      await cp(databaseDir, `${databaseDir}.copy`, { recursive: true })
      await rename(databaseDir, `${databaseDir}.old`)
      await rename(`${databaseDir}.copy`, databaseDir)
    },
  ],
])('says that it is gone when %s', async (_, happens) => {
  const { check } = await disk()
  await happens()
  expect(await check()).toEqual({ status: 'gone' })
})
