import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Above this size Brotli's highest quality takes eight times as long for a hundredth less. */
const LARGE_BYTES = 1_000_000
const LARGE_QUALITY = 9

const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest'])

/** Writes a .br and a .gz beside every file that compression makes smaller, so that the server need not compress. */
export async function compressFiles(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))))
}

async function compressFile(path: string) {
  if (await isCompressed(path)) return
  const content = await readFile(path)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  if (br.length < content.length) await writeFile(`${path}.br`, br)
  if (gz.length < content.length) await writeFile(`${path}.gz`, gz)
}

/** Whether an earlier build has compressed the file already, so that the compressed copy is newer than the file. */
async function isCompressed(path: string): Promise<boolean> {
  const [copy, original] = await Promise.all([stat(`${path}.br`).catch(() => undefined), stat(path)])
  return copy !== undefined && copy.mtimeMs >= original.mtimeMs
}
