import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { BadArchive, WrongPassphrase } from './bad-archive.ts'
import { decryptArchive, encryptArchive, suffixOf } from './encrypt-archive.ts'

const words = randomBytes(300_000)
const PASSPHRASE = 'correct horse battery'
const sealed = async (passphrase?: string) => buffer(await encryptArchive(Readable.from([words]), passphrase))
const opened = async (bytes: Readable, sealedBy?: string, passphrase = sealedBy) =>
  buffer(await decryptArchive(`a${suffixOf(sealedBy)}`, bytes, passphrase))
const whatFails = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)

it.each([[undefined], [PASSPHRASE]])('opens what it sealed (%s)', async (passphrase) => {
  expect(words.equals(await opened(Readable.from([await sealed(passphrase)]), passphrase))).toBe(true)
})

it.each([
  ['cut off', PASSPHRASE, (bytes: Buffer) => bytes.subarray(0, 150_000)],
  ['cut off at once', PASSPHRASE, (bytes: Buffer) => bytes.subarray(0, 20)],
  ['cut off', undefined, (bytes: Buffer) => bytes.subarray(0, 150_000)],
  ['empty', undefined, (bytes: Buffer) => bytes.subarray(0, 0)],
  ['changed', PASSPHRASE, (bytes: Buffer) => bytes.fill(0, 1_000, 1_001)],
  ['something else', undefined, (bytes: Buffer) => bytes.fill(0, 0, 2)],
])('says of an archive that is %s that it is damaged (%s)', async (_what, passphrase, change) => {
  const error = await whatFails(opened(Readable.from([change(await sealed(passphrase))]), passphrase))
  expect(error).toBeInstanceOf(BadArchive)
  expect(error).not.toBeInstanceOf(WrongPassphrase)
  expect(`${error}`).toContain('It is cut off or damaged: ')
})

it('says that a passphrase is wrong, or missing', async () => {
  const bytes = await sealed(PASSPHRASE)
  await expect(opened(Readable.from([bytes]), PASSPHRASE, 'another pass phrase')).rejects.toThrow(WrongPassphrase)
  await expect(decryptArchive('a.tar.zst.age', Readable.from([bytes]), undefined)).rejects.toThrow(WrongPassphrase)
})

it.each([[undefined], [PASSPHRASE]])('blames no archive where it cannot be read (%s)', async (passphrase) => {
  const bytes = await sealed(passphrase)
  const broken = new Error('read EIO')
  const tape = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 100_000)
      throw broken
    })(),
  )
  expect(await whatFails(opened(tape, passphrase))).toBe(broken)
})
