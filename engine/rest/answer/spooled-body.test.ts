import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { isStored, SpooledBody } from './spooled-body.ts'

const folder = mkdtempSync(join(tmpdir(), 'engine-spooled-body-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const line = `${'„naïve“ '.repeat(100_000)}\n`
const lines = (body: SpooledBody, many: number) => {
  for (let n = 0; n < many; n++) body.add(line)
}

it('stays in memory while it is short', async () => {
  const body = new SpooledBody(join(folder, 'missing'))
  expect(await body.end()).toBe('')
  lines(body, 2)
  expect(await body.end()).toBe(line.repeat(2))
})

it('lies in a file without a name from some length on, and says how long it is', async () => {
  const body = new SpooledBody(folder)
  lines(body, 10)
  const stored = await body.end()
  if (!isStored(stored)) throw new Error('It is in memory.')
  expect(readdirSync(folder)).toEqual([])
  expect(stored.size).toBe(10 * Buffer.byteLength(line))
  expect(await text(stored.stream)).toBe(line.repeat(10))
})

it('says at its end that it could not be kept', async () => {
  const body = new SpooledBody(join(folder, 'missing'))
  lines(body, 10)
  await new Promise((resolve) => setTimeout(resolve, 50))
  lines(body, 10)
  await expect(body.end()).rejects.toThrow('ENOENT')
  await body.discard()
})
