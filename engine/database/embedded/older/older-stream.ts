import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Extension, Extensions, PGlite } from '@electric-sql/pglite'
import { sessionGreeting, terminate } from '../protocol-stream.ts'

type Opened = Pick<PGlite, 'execProtocolRaw' | 'close'>

/**
 * A PGlite of before as the socket that node-postgres expects. It works on this very thread, and none of what is ours is
 * done to it: for somebody who reads everything once, and does nothing else meanwhile.
 */
export class OlderStream extends Duplex {
  readonly #pglite: Opened
  #greeted = false

  constructor(pglite: Opened) {
    super()
    this.#pglite = pglite
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this._writev([{ chunk, encoding }], done)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void) {
    const written = chunks.map(({ chunk }) => chunk)
    if (!this.#greeted) {
      this.#greeted = true
      written.shift()
      this.push(sessionGreeting)
    }
    const messages = Buffer.concat(written.filter((chunk) => !chunk.equals(terminate)))
    if (messages.length === 0) return done()
    this.#pglite.execProtocolRaw(messages).then((answer) => {
      this.push(Buffer.from(answer))
      done()
    }, done)
  }

  override _read() {}

  override _final(done: (error?: Error | null) => void) {
    this.#pglite.close().then(() => {
      this.push(null)
      done()
    }, done)
  }

  // What node-postgres calls on a socket.
  connect() {
    setImmediate(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}

/** Opens `folder` by the PGlite that lies in `release`, with those of its extensions that are named as it names them. */
export async function openBy(release: string, folder: string, extensions: readonly string[]): Promise<OlderStream> {
  const { PGlite: Older }: { PGlite: typeof PGlite } = await load(release, 'index.js')
  const loaded: Extensions = {}
  for (const name of extensions) {
    const file = [`contrib/${name}.js`, `${name}/index.js`].find((path) => existsSync(join(release, 'dist', path)))
    if (!file) continue
    const { [name]: extension }: Record<string, Extension> = await load(release, file)
    if (extension) loaded[name] = extension
  }
  return new OlderStream(await Older.create({ dataDir: folder, extensions: loaded }))
}

const load = (release: string, file: string) => import(pathToFileURL(join(release, 'dist', file)).href)
