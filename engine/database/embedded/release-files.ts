import { openSync, readSync } from 'node:fs'

/** The folder of PGlite's files in Emscripten's memory; the database in it is a folder on the disk. */
const FOLDER = '/pglite'
/** A file that PGlite always has. */
const ANY_FILE = `${FOLDER}/share/postgresql/postgres.bki`

type Contents = Uint8Array<ArrayBuffer>
type File = { contents: Contents }
type Node = { name: string; contents?: Contents | Record<string, Node> }
type MemoryFs = { lookupPath(path: string): { node: Node } }

/**
 * Frees the nine megabytes of PGlite's files, of which a running database reads few. Those that came in one package are
 * read from it again whenever PostgreSQL reads them. The package stays open, since an update may remove it. Libraries of
 * extensions are compiled by now.
 */
export function releaseFiles(files: MemoryFs) {
  const sample = files.lookupPath(ANY_FILE).node
  if (!isFile(sample)) throw new Error(`${ANY_FILE} is no file.`)
  const { buffer: unpacked } = sample.contents
  const descriptor = openSync(new URL('./pglite.data', import.meta.resolve('@electric-sql/pglite')), 'r')
  for (const file of filesIn(files.lookupPath(FOLDER).node)) {
    const { buffer, byteOffset, byteLength } = file.contents
    if (buffer === unpacked) {
      Object.defineProperty(file, 'contents', {
        get() {
          const contents = new Uint8Array(byteLength)
          readSync(descriptor, contents, 0, byteLength, byteOffset)
          return contents
        },
      })
    } else if (file.name.endsWith('.so')) {
      file.contents = new Uint8Array()
    }
  }
  // PGlite itself refers to the package for as long as it runs.
  unpacked.transfer(0)
}

const isFile = (node: Node): node is Node & File => node.contents instanceof Uint8Array

function* filesIn({ contents }: Node): Generator<Node & File> {
  if (!contents || contents instanceof Uint8Array) return
  for (const node of Object.values(contents)) {
    if (isFile(node)) yield node
    else yield* filesIn(node)
  }
}
