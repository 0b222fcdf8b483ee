import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { packTar, unpackTar } from 'modern-tar'
import { expect, it } from 'vitest'
import { packArchive, readArchive } from './archive.ts'
import type { Heading } from './archive-format.ts'
import { BadArchive } from './bad-archive.ts'
import { encryptArchive, suffixOf } from './encrypt-archive.ts'
import { archiveOpener } from './open-archive.ts'
import type { BackupPlace } from './places/backup-place.ts'

const heading: Heading = {
  format: 1,
  of: 'North',
  madeAt: '2026-11-23T03:00:00.000Z',
  engine: '1.0.0',
  postgres: '18.0',
  migrations: { platform: [], features: {}, project: [] },
  settings: {},
  tables: [],
  sequences: [],
}

async function* pieces() {
  const large = Buffer.alloc(300_000, 'x')
  yield { name: 'files/a', size: 4, body: [Buffer.from('to b'), Buffer.alloc(0)] }
  yield {
    name: 'files/b',
    size: large.length,
    body: Readable.from([large.subarray(0, 100_000), large.subarray(100_000)]),
  }
  return { rows: {}, files: 2, missing: [] }
}

const made = () => buffer(packArchive(heading, pieces()).stream)
const read = (archive: Buffer) => readArchive(Readable.from([archive]))

/** The archive with changed pieces. */
async function changed(change: (found: Awaited<ReturnType<typeof unpackTar>>) => typeof found) {
  return Buffer.from(await packTar(change(await unpackTar(await made()))))
}

it('is read as it was written, by whoever looks at each piece, and by whoever looks at none', async () => {
  const seen: [string, number, string][] = []
  const [first, last] = await readArchive(Readable.from([await made()]), {
    async visit({ name, size, body }) {
      if (name === 'files/a') seen.push([name, size, (await buffer(body)).toString()])
    },
  })
  expect(first).toEqual(heading)
  expect(last).toMatchObject({ files: 2, pieces: { 'files/a': { size: 4 }, 'files/b': { size: 300_000 } } })
  expect(seen).toEqual([['files/a', 4, 'to b']])
})

it.each([
  [
    'a byte turned over',
    'files/b is not what was written.',
    (found) => {
      const bytes = found.find(({ header }) => header.name === 'files/b')?.data
      if (bytes) bytes[200_000] = 0
      return found
    },
  ],
  ['a piece missing', 'files/a is missing.', (found) => found.filter(({ header }) => header.name !== 'files/a')],
  [
    'a piece too many',
    'files/c was not written with the rest.',
    (found) => found.toSpliced(1, 0, { header: { name: 'files/c', size: 0 }, data: new Uint8Array() }),
  ],
  ['no end', 'It is cut off: its end is missing.', (found) => found.slice(0, -1)],
] satisfies [string, string, Parameters<typeof changed>[0]][])(
  'is refused with %s, which is named',
  async (_what, said, change) => {
    const reading = read(await changed(change))
    await expect(reading).rejects.toThrow(BadArchive)
    await expect(reading).rejects.toThrow(said)
  },
)

it.each([0.1, 0.5, 0.99])('is refused where it was cut off after %d of it', async (part) => {
  const whole = await made()
  await expect(read(whole.subarray(0, Math.floor(whole.length * part)))).rejects.toThrow(/^It is cut off/)
})

it('says at its end what went wrong while it was made', async () => {
  async function* broken(): ReturnType<typeof pieces> {
    yield { name: 'files/a', size: 4, body: [Buffer.from('to b')] }
    throw new Error('The bucket is gone.')
  }
  await expect(buffer(packArchive(heading, broken()).stream)).rejects.toThrow('The bucket is gone.')
})

it.each(['correct horse battery', undefined])('is opened by what it was sealed with: %s', async (passphrase) => {
  const sealed = await buffer(await encryptArchive(Readable.from([await made()]), passphrase))
  const place = { read: async () => Readable.from([sealed]) } satisfies Pick<BackupPlace, 'read'>
  const name = `north${suffixOf(passphrase)}`
  const open = (given: string | undefined) => archiveOpener(place, name, given)()
  await expect(readArchive(await open(passphrase))).resolves.toHaveLength(2)
  if (passphrase === undefined) return
  expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  await expect(open('another passphrase')).rejects.toThrow('It cannot be decrypted')
  await expect(open(undefined)).rejects.toThrow('It is encrypted')
})
