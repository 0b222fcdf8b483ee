import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { CLOSING_FILE, type Closing, closing, HEADING_FILE, type Heading, heading } from './archive-format.ts'
import { BadArchive, damaged } from './bad-archive.ts'

/** One entry of an archive. */
export type ArchivePiece = { name: string; size: number; body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }

type Summary = Omit<Closing, 'pieces'>

/**
 * Packs these pieces as a tar, between `first` (the heading) and a list of everything in it (the closing). `pieces`
 * returns what is added to the closing. Errors of the pieces become errors of the stream.
 */
export function packArchive(
  first: Heading,
  pieces: AsyncGenerator<ArchivePiece, Summary>,
): { stream: Readable; packed: Promise<Closing> } {
  const { readable, controller } = createTarPacker()
  const packed = pack(first, pieces, controller)
  packed.catch((error: unknown) => controller.error(error))
  return { stream: Readable.fromWeb(readable), packed }
}

type Packer = ReturnType<typeof createTarPacker>['controller']

async function pack(first: Heading, pieces: AsyncGenerator<ArchivePiece, Summary>, packer: Packer): Promise<Closing> {
  const list: Closing['pieces'] = {}
  const mtime = new Date(first.madeAt)

  async function add({ name, size, body }: ArchivePiece) {
    const writer = packer.add({ name, size, mtime, mode: 0o600, type: 'file' }).getWriter()
    const hash = createHash('sha256')
    for await (const chunk of body) {
      hash.update(chunk)
      await writer.write(chunk)
    }
    await writer.close()
    list[name] = { size, sha256: hash.digest('hex') }
  }

  await add(textPiece(HEADING_FILE, first))
  let next = await pieces.next()
  for (; !next.done; next = await pieces.next()) await add(next.value)
  const last: Closing = { pieces: { ...list }, ...next.value }
  await add(textPiece(CLOSING_FILE, last))
  packer.finalize()
  return last
}

function textPiece(name: string, value: unknown): ArchivePiece {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
  return { name, size: bytes.length, body: [bytes] }
}

/** One entry read from an archive, without heading and closing. */
export type ArchiveEntry = { name: string; size: number; body: Readable }

/** Handles each entry of an archive, in order; bodies that are not read are skipped. */
export type Visitor = { begin?(heading: Heading): Promise<void>; visit?(found: ArchiveEntry): Promise<void> }

/**
 * Reads an archive to its end and compares it with its closing. Throws `BadArchive` with a message that names the
 * damage; by then the visitor has seen the entries before it.
 */
export async function readArchive(stream: Readable, { begin, visit }: Visitor = {}): Promise<[Heading, Closing]> {
  const seen = new Map<string, { size: number; sha256: string }>()
  let first: Heading | undefined
  let last: Closing | undefined
  // An error of the visitor is not the archive's fault, so it is kept apart.
  let failure: unknown
  const visited = (work: Promise<void> | undefined) =>
    work?.catch((error: unknown) => {
      failure = error
      throw error
    })
  try {
    for await (const { header, body } of Readable.toWeb(stream).pipeThrough(createTarDecoder({ strict: true }))) {
      const { name } = header
      const hash = createHash('sha256')
      let size = 0
      const counted = Readable.from(
        (async function* () {
          for await (const chunk of body) {
            hash.update(chunk)
            size += chunk.byteLength
            yield chunk
          }
        })(),
        { objectMode: false },
      )
      if (name === HEADING_FILE) {
        first = heading.parse(await json(counted))
        await visited(begin?.(first))
      } else if (name === CLOSING_FILE) last = closing.parse(await json(counted))
      else {
        if (!first) throw new BadArchive(`It does not begin with ${HEADING_FILE}.`)
        await visited(visit?.({ name, size: header.size, body: counted }))
        for await (const _rest of counted);
      }
      seen.set(name, { size, sha256: hash.digest('hex') })
    }
  } catch (error) {
    throw error !== failure && isDecompressionError(error) ? damaged(error) : error
  } finally {
    stream.destroy()
  }
  if (!first || !last) throw new BadArchive('It is cut off: its end is missing.')
  comparePieces(seen, last)
  return [first, last]
}

const isDecompressionError = (error: unknown) =>
  error instanceof SyntaxError || (error instanceof Error && /truncated|checksum|tar/i.test(error.message))

function comparePieces(seen: ReadonlyMap<string, { size: number; sha256: string }>, { pieces }: Closing) {
  for (const [name, { size, sha256 }] of Object.entries(pieces)) {
    const found = seen.get(name)
    if (!found) throw new BadArchive(`${name} is missing.`)
    if (found.size !== size || found.sha256 !== sha256) throw new BadArchive(`${name} is not what was written.`)
  }
  for (const name of seen.keys()) {
    if (name !== CLOSING_FILE && !(name in pieces)) throw new BadArchive(`${name} was not written with the rest.`)
  }
}
