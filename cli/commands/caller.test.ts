import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { settingsForWriting } from '../command-line/local-installation.ts'
import { runCommand } from '../command-line/run-command.ts'
import { backup } from './backup.ts'
import { importProject } from './import.ts'
import { keys } from './keys.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'
import { upgrade } from './upgrade.ts'
import { verify } from './verify.ts'

const commands = { backup, import: importProject, keys, move, restore, upgrade, verify }
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'caller-'))
})
beforeEach(() => {
  vi.stubEnv('DATA_DIR', join(home, 'nowhere'))
  vi.stubEnv('INIT_CWD', home)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
})

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[to] += text
      return true
    },
  })
  const code = await runCommand(commands, args, { stdout: write('out'), stderr: write('err') })
  return { code, ...said }
}

it.each([
  { args: ['restore', '--at', './backups'], place: 'backups' },
  { args: ['verify', '--at', '../backups'], place: '../backups' },
])('looks for the path of $args in the folder that the person is in', async ({ args, place }) => {
  expect(await run(...args)).toMatchObject({ out: '', err: expect.stringContaining(join(home, place)) })
})

it.each([
  { args: ['keys'] },
  { args: ['keys', '--rotate'] },
  { args: ['upgrade'] },
  { args: ['upgrade', '--rehearse'] },
  { args: ['backup', '--at', 'backups'] },
  { args: ['move', '--data-dir', 'there'] },
])('refuses $args where DATA_DIR holds no installation, and makes none', async ({ args }) => {
  expect(await run(...args)).toEqual({
    code: 1,
    out: '',
    err: `There is no installation in ${join(home, 'nowhere')} yet: is DATA_DIR the server's?\n`,
  })
  expect(await readdir(home)).not.toContain('nowhere')
})

/** The data folder of another user, in which there is a file for keys. */
async function dataOfAnother() {
  const data = join(home, `of-another-${crypto.randomUUID()}`)
  await mkdir(data)
  await writeFile(join(data, 'keys.json'), '{}')
  for (const path of [join(data, 'keys.json'), data]) await chown(path, 1000, 1000)
  return data
}

// Only root may give files to others.
const isRoot = process.getuid?.() === 0
it
  .runIf(isRoot)
  .each([
    { args: ['keys', '--rotate'] },
    { args: ['upgrade'] },
    { args: ['backup', '--at', 'backups'] },
    { args: ['move', '--data-dir', 'there'] },
    { args: ['verify', '--at', 'backups'] },
    { args: ['restore', '--at', 'backups'] },
    { args: ['import', '--data', 'data.sql'] },
  ])("refuses $args as root where the data is another user's", async ({ args }) => {
  const data = await dataOfAnother()
  vi.stubEnv('DATA_DIR', data)
  expect(await run(...args)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Run this as the user of the server (number 1000)'),
  })
  await rm(data, { recursive: true })
})

it.runIf(isRoot)(
  "leaves root another user's data where the server itself runs as root and calls the command",
  async () => {
    const data = await dataOfAnother()
    expect(settingsForWriting({ DATA_DIR: data, RUN_BY_SERVER: 'yes' })).toMatchObject({ dataDir: data })
    await rm(data, { recursive: true })
  },
)
