import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { collectGarbage } from '../kernel/collect-garbage.ts'
import { damaged, WrongPassphrase } from './bad-archive.ts'

/** scrypt's work factor: 64 MB, which a small server has, and a tenth of a second. */
const SCRYPT_LOG_N = 16

/** The suffix of an archive's name; the standard tools `age`, `zstd` and `tar` open it. */
export const suffixOf = (passphrase: string | undefined) => (passphrase === undefined ? '.tar.zst' : '.tar.zst.age')

/** Compresses the archive, and encrypts it where there is a passphrase. */
export const encryptArchive = async (archive: Readable, passphrase: string | undefined): Promise<Readable> =>
  (await prepareEncryption(passphrase))(archive)

/**
 * Does the same as `encryptArchive`, but derives the key before the archive exists, because making each of them takes
 * memory.
 */
export async function prepareEncryption(passphrase: string | undefined): Promise<(archive: Readable) => Readable> {
  if (passphrase === undefined) return (archive) => through(archive, createZstdCompress())
  const compressed = new PassThrough()
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  encrypter.setPassphrase(passphrase)
  const sealed = Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(compressed)))
  collectGarbage()
  return (archive) => {
    pipeline(archive, createZstdCompress(), compressed, () => undefined)
    return sealed
  }
}

/**
 * Opens a sealed archive by its name's suffix. Throws `WrongPassphrase`, also where none is given, and `BadArchive` for
 * damaged data.
 */
export async function decryptArchive(
  name: string,
  sealed: Readable,
  passphrase: string | undefined,
): Promise<Readable> {
  let unreadable: Error | undefined
  const noting = (error: Error) => {
    unreadable = error
  }
  const bytes = Readable.from(withSourceErrors(sealed, noting), { objectMode: false })
  // An error of the source explains the failure; without one, the data is damaged.
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

/** Reports an error of the source, because the stream that reads it is destroyed with an error of its own. */
async function* withSourceErrors(source: Readable, fails: (error: Error) => void): AsyncGenerator<Uint8Array> {
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

/** Passes on the errors of both sides, as `whatIsWrong` names them. */
function through(source: Readable, transform: Transform, whatIsWrong = (error: Error) => error): Readable {
  const result = new PassThrough({ destroy: (error, done) => done(error && whatIsWrong(error)) })
  // `pipeline` destroys the result with the error.
  pipeline(source, transform, result, () => undefined)
  return result
}
