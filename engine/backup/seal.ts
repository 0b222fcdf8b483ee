import { PassThrough, pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BadArchive } from './archive.ts'

/** scrypt takes 64 MB with it, which a small server has, and a tenth of a second. */
const SCRYPT_LOG_N = 16

/** What an archive is called behind its own name: `age` and `zstd` of any system open it, and `tar`. */
export const suffixOf = (passphrase: string | undefined) => (passphrase === undefined ? '.tar.zst' : '.tar.zst.age')

/** Compressed, and encrypted where there is a passphrase. */
export async function seal(archive: Readable, passphrase: string | undefined): Promise<Readable> {
  const compressed = through(archive, createZstdCompress())
  if (passphrase === undefined) return compressed
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  encrypter.setPassphrase(passphrase)
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(compressed)))
}

/** What was sealed, by its name. Throws `BadArchive` for a wrong passphrase, or where one is needed. */
export async function unseal(name: string, sealed: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!name.endsWith('.age')) return through(sealed, createZstdDecompress())
  if (passphrase === undefined) {
    sealed.destroy()
    throw new BadArchive('It is encrypted: BACKUP_PASSPHRASE should be what it was then.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const opened = await decrypter.decrypt(Readable.toWeb(sealed)).catch((cause: unknown) => {
    sealed.destroy()
    throw new BadArchive('It cannot be decrypted: BACKUP_PASSPHRASE should be what it was then.', { cause })
  })
  return through(Readable.fromWeb(opened), createZstdDecompress())
}

/** With the errors of both sides. */
function through(source: Readable, transform: NodeJS.ReadWriteStream): Readable {
  const result = new PassThrough()
  pipeline(source, transform, result, (error) => {
    if (error) result.destroy(error)
  })
  return result
}
