import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyFirstStart, freePort, hashQuickly } from 'engine/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runCommand } from '../command-line/run-command.ts'
import { backup } from '../commands/backup.ts'
import { restore } from '../commands/restore.ts'
import { verify } from '../commands/verify.ts'

let home: string
let archives: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'restore-'))
  archives = join(home, 'archives')
  const env = {
    DATA_DIR: join(home, 'source'),
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    MAIL_URL: 'file:',
    BACKUP_URL: archives,
    BACKUP_PASSPHRASE: 'correct horse battery',
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await hashQuickly()
  await copyFirstStart(env.DATA_DIR, { program: 'main.ts', seed: true })
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
  const code = await runCommand({ backup, restore, verify }, args, { stdout: write('out'), stderr: write('err') })
  return { code, ...said }
}

async function made(): Promise<string> {
  // The names of archives have a resolution of one second.
  await pause(1_000)
  const { code, out } = await run('backup', '--json')
  expect(code).toBe(0)
  return JSON.parse(out).name
}

const restored = (to: string, ...args: string[]) => {
  vi.stubEnv('DATA_DIR', join(home, to))
  return run('restore', ...args).finally(() => vi.stubEnv('DATA_DIR', join(home, 'source')))
}

it('restores the newest backup that no trial disproved, and another one by its name alone', async () => {
  const good = await made()
  const bad = await made()
  const bytes = await readFile(join(archives, bad))
  await copyFile(join(archives, bad), join(home, 'whole'))
  await writeFile(join(archives, bad), bytes.fill(0, 20_000, 20_001))

  vi.stubEnv('BACKUP_PASSPHRASE', 'another passphrase')
  expect(await run('verify')).toMatchObject({ code: 1, err: expect.stringContaining('BACKUP_PASSPHRASE should be') })
  vi.stubEnv('BACKUP_PASSPHRASE', 'correct horse battery')
  expect(await readdir(archives)).toEqual([good, bad])

  const damaged = expect.stringContaining('It is cut off or damaged')
  expect(await run('verify')).toMatchObject({ code: 1, err: damaged })
  const { code, out, err } = await restored('elsewhere')
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(new RegExp(`^${good}, as everything was`)) })
  expect(err).toMatch(new RegExp(`^${bad} is passed over: its trial failed on .*It is cut off or damaged`, 'm'))
  expect(await restored('damaged', bad)).toMatchObject({ code: 1, err: damaged })

  // The archive is whole again, but has not been tried since.
  await copyFile(join(home, 'whole'), join(archives, bad))
  const asked = await restored('by-name', bad)
  expect(asked.err).toMatch(new RegExp(`^${bad} is restored because it was named: its trial failed on `, 'm'))
  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(new RegExp(`^${bad}, as everything was`)) })
})

it('restores nothing while a receipt cannot be read, and notes erasures together with the data', async () => {
  const archive = await made()
  const name = `erased-2026-11-23-${crypto.randomUUID()}.receipt.json`
  await writeFile(join(archives, name), '')
  const refusal = expect.stringContaining(`${name} in ${archives} cannot be read.`)
  expect(await restored('erased', archive)).toMatchObject({ code: 1, err: refusal })
  expect(existsSync(join(home, 'erased', 'db'))).toBe(false)

  const erased = { id: crypto.randomUUID(), erased_at: '2999-01-01T00:00:00Z', kind: 'client', subject: 'a' }
  await writeFile(join(archives, name), JSON.stringify({ ...erased, rows: {}, files: [] }))
  await writeFile(join(archives, `._${name}`), 'what macOS keeps beside files')

  // A folder in the place of the note.
  await mkdir(join(home, 'erased', 'erase-again.json'), { recursive: true })
  expect(await restored('erased', archive)).toMatchObject({ code: 1 })
  expect(existsSync(join(home, 'erased', 'db'))).toBe(false)
  await rm(join(home, 'erased', 'erase-again.json'), { recursive: true })

  expect(await restored('erased', archive)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 erasure of'),
  })
  expect(await readFile(join(home, 'erased', 'erase-again.json'), 'utf8')).toContain(erased.id)
  await rm(join(archives, name))
})
