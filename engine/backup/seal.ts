import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { tidyUp } from '../kernel/tidy-up.ts'
import { damaged, WrongPassphrase } from './bad-archive.ts'

/** scrypt takes 64 MB with it, which a small server has, and a tenth of a second. */
const SCRYPT_LOG_N = 16

/** What an archive is called behind its own name: `age` and `zstd` of any system open it, and `tar`. */
export const suffixOf = (passphrase: string | undefined) => (passphrase === undefined ? '.tar.zst' : '.tar.zst.age')

/** Compressed, and encrypted where there is a passphrase. */
export const seal = async (archive: Readable, passphrase: string | undefined): Promise<Readable> =>
  (await prepareSeal(passphrase))(archive)

/** As `seal`, with the key made of the passphrase before there is an archive, whose making takes memory as well. */
export async function prepareSeal(passphrase: string | undefined): Promise<(archive: Readable) => Readable> {
  if (passphrase === undefined) return (archive) => through(archive, createZstdCompress())
  const compressed = new PassThrough()
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  encrypter.setPassphrase(passphrase)
  const sealed = Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(compressed)))
  tidyUp()
  return (archive) => {
    pipeline(archive, createZstdCompress(), compressed, () => undefined)
    return sealed
  }
}

/** What was sealed, by its name. Throws `WrongPassphrase`, also where there is none, and `BadArchive` for what is damaged. */
export async function unseal(name: string, sealed: Readable, passphrase: string | undefined): Promise<Readable> {
  let unreadable: Error | undefined
  const noting = (error: Error) => {
    unreadable = error
  }
  const bytes = Readable.from(eachOf(sealed, noting), { objectMode: false })
  // Where the bytes came, it is what is in them.
  const whatIsWrong = (error: Error) => unreadable ?? damaged(error)
  if (!name.endsWith('.age')) return through(bytes, createZstdDecompress(), whatIsWrong)
  if (passphrase === undefined) {
    sealed.destroy()
    throw new WrongPassphrase('It is encrypted: BACKUP_PASSPHRASE should be what it was then.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const opened = await decrypter.decrypt(Readable.toWeb(bytes)).catch((cause: Error) => {
    sealed.destroy()
    if (!cause.message.startsWith('no identity matched')) throw whatIsWrong(cause)
    throw new WrongPassphrase('It cannot be decrypted: BACKUP_PASSPHRASE should be what it was then.', { cause })
  })
  return through(Readable.fromWeb(opened), createZstdDecompress(), whatIsWrong)
}

/** Tells what goes wrong where it comes from: what reads it is destroyed with its own errors. */
async function* eachOf(source: Readable, fails: (error: Error) => void): AsyncGenerator<Uint8Array> {
  const chunks = source.iterator()
  try {
    for (;;) {
      const next = await chunks.next().catch((error: Error) => {
        fails(error)
        throw error
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    source.destroy()
  }
}

/** With the errors of both sides, as `whatIsWrong` names them. */
function through(source: Readable, transform: Transform, whatIsWrong = (error: Error) => error): Readable {
  const result = new PassThrough({ destroy: (error, done) => done(error && whatIsWrong(error)) })
  // It destroys the result with what went wrong.
  pipeline(source, transform, result, () => undefined)
  return result
}
