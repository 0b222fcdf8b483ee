import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from 'engine/config'
import { type BackupPlace, BadArchive, folderPlace, WrongPassphrase } from 'engine/maintenance'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installation } from '../../server/engine-options.ts'
import { chooseArchive, chooseGoodArchive } from './choose-archive.ts'
import { pruneAfter, pruneArchives } from './prune-archives.ts'
import { trialRestore } from './trial-restore.ts'

let folder: string
let place: BackupPlace
const config = parseConfig({ SITE_URL: 'https://north.example' }, installation)
const [monday, tuesday, wednesday] = ['16', '17', '18'].map((day) => `mainstreet-202611${day}T030000Z.tar.zst`)
const output = { note: () => undefined }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'choose-archive-'))
  place = folderPlace(folder)
  for (const name of [tuesday, wednesday, monday]) await writeFile(join(folder, `${name}`), 'x')
})
afterEach(() => rm(folder, { recursive: true }))

const fails = (name: string | undefined, error: Error) =>
  expect(trialRestore({ place, name: `${name}`, output }, () => Promise.reject(error))).rejects.toThrow(error)
const succeeds = (name: string | undefined) => trialRestore({ place, name: `${name}`, output }, async () => undefined)
const chosen = async () => (await chooseGoodArchive(config, place, undefined)).name

it('takes the newest that was not disproved, and says which it passed over and why', async () => {
  expect(await chooseGoodArchive(config, place, undefined)).toEqual({
    name: wednesday,
    passedOver: [],
    marker: undefined,
  })
  await fails(wednesday, new BadArchive('files/a is missing.'))
  await fails(monday, new BadArchive('It is cut off: its end is missing.'))
  const reason = 'files/a is missing.'
  expect(await chooseGoodArchive(config, place, undefined)).toEqual({
    name: tuesday,
    passedOver: [{ name: wednesday, at: expect.any(String), reason }],
    marker: undefined,
  })
  expect(await chooseGoodArchive(config, place, wednesday)).toMatchObject({
    name: wednesday,
    passedOver: [],
    marker: { reason },
  })
  expect(await chooseArchive(config, place, undefined)).toBe(wednesday)
})

it('takes no hidden file for an archive, which macOS keeps beside each', async () => {
  for (const name of [`._${wednesday}`, '._mainstreet-20261119T030000Z.tar.zst'])
    await writeFile(join(folder, name), 'x')
  expect(await chosen()).toBe(wednesday)
  expect(await pruneArchives(config, place)).toEqual([])
})

it('takes none that was disproved where there is no other, and trusts one again that was proven since', async () => {
  for (const name of [monday, tuesday, wednesday]) await fails(name, new BadArchive('files/a is missing.'))
  await expect(chosen()).rejects.toThrow(/its trial failed on .*files\/a is missing\.\n.*name one of these/s)
  await succeeds(monday)
  expect(await chosen()).toBe(monday)
})

it.each([
  ['the passphrase', new WrongPassphrase('It cannot be decrypted.')],
  ['the machine', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
])('holds nothing against an archive whose trial failed because of %s', async (_what, error) => {
  await fails(wednesday, error)
  expect(await chosen()).toBe(wednesday)
})

it('believes that an archive was disproved, though what was noted of it cannot be read', async () => {
  await writeFile(join(folder, `${wednesday}.disproved.json`), '{"at":')
  expect(await chooseGoodArchive(config, place, undefined)).toMatchObject({
    name: tuesday,
    passedOver: [{ name: wednesday }],
  })
})

it('says why a trial failed, though that cannot be noted', async () => {
  const notes: string[] = []
  const full: BackupPlace = { ...place, write: () => Promise.reject(new Error('Access Denied')) }
  const error = new BadArchive('files/a is missing.')
  const trial = { place: full, name: `${wednesday}`, output: { note: (text: string) => void notes.push(text) } }
  await expect(trialRestore(trial, () => Promise.reject(error))).rejects.toThrow(error)
  expect(notes).toEqual([`That could not be noted beside ${wednesday}: Access Denied`])
})

it('keeps the good one of a day whose last one is not, and removes what is noted with its archive', async () => {
  const [early, late] = ['01', '05'].map((hour) => `mainstreet-20261118T${hour}0000Z.tar.zst`)
  for (const name of [early, late]) await writeFile(join(folder, `${name}`), 'x')
  for (const name of [wednesday, late]) await fails(name, new BadArchive('files/a is missing.'))
  expect(await pruneArchives(config, place)).toEqual([wednesday])
  expect((await readdir(folder)).sort()).toEqual([monday, tuesday, early, late, `${late}.disproved.json`])
})

it('removes old archives also after a backup whose trial failed, and says why that one failed', async () => {
  const retries = ['04', '05', '06'].map((hour) => `mainstreet-20261118T${hour}0000Z.tar.zst`)
  const error = new BadArchive('files/a is missing.')
  for (const name of retries) {
    await writeFile(join(folder, name), 'x')
    const trial = trialRestore({ place, name, output }, () => Promise.reject(error))
    await expect(pruneAfter(config, place, trial)).rejects.toThrow(error)
  }
  const kept = (await place.list(/zst$/)).map(({ name }) => name)
  expect(kept.sort()).toEqual([monday, tuesday, wednesday, retries[2]])
})

it('neither restores nor removes backups of another installation in the same place', async () => {
  const nights = (site: string) => ['15', '16', '17'].map((day) => `mainstreet-${site}-202611${day}T040000Z.tar.zst`)
  const [north, south] = [nights('north.example'), nights('south.example')]
  const store = (names: readonly string[]) => Promise.all(names.map((name) => writeFile(join(folder, name), 'x')))
  await store(south)
  const elsewhere = parseConfig({}, installation)
  expect(await chooseArchive(elsewhere, place, undefined)).toBe(wednesday)

  await store(north)
  expect(await chooseArchive(config, place, undefined)).toBe(wednesday)
  await rm(join(folder, `${wednesday}`))
  expect(await chooseArchive(config, place, undefined)).toBe(north[2])
  await expect(chooseArchive(elsewhere, place, undefined)).rejects.toThrow(
    new RegExp(`several installations.*\n(${south[2]}|${north[2]})\n(${south[2]}|${north[2]})$`),
  )
  expect(await chooseArchive(elsewhere, place, south[0])).toBe(south[0])

  expect(await pruneArchives(config, place)).toEqual([tuesday, monday])
})

it('takes an archive last that was dated while the clock ran ahead', async () => {
  await writeFile(join(folder, 'mainstreet-29991231T030000Z.tar.zst'), 'x')
  expect(await chosen()).toBe(wednesday)
})
