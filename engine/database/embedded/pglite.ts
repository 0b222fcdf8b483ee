import { fsyncSync } from 'node:fs'
import { type Extensions, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { rememberedExtensions } from './extensions.ts'
import { makeDatabase } from './new-database.ts'

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type Sync = (path: string, descriptor: number) => void
type Ways = { emscripten?: EmscriptenOptions; sync?: Sync; bufferMb?: number }

/**
 * Opens (or creates) the embedded database of a folder so that what it acknowledged survives a power cut.
 * See docs/decisions/0002-durable-pglite.md. `emscripten` is what Emscripten is told beside that, `sync` is called for
 * fsync, and Postgres keeps `bufferMb` of its tables in memory.
 */
export async function openPglite(folder: string, ways: Ways = {}): Promise<PGlite> {
  await makeDatabase(folder)
  return PGlite.create(durable(folder, await rememberedExtensions(folder), ways))
}

/** Says so to PGlite; also for whoever is to be compared with us. */
export const durable = (
  folder: string,
  others: Extensions = {},
  { emscripten = {}, sync = (_, descriptor) => fsyncSync(descriptor), bufferMb = 32 }: Ways = {},
) =>
  ({
    fs: new DurableNodeFs(folder, emscripten, sync),
    extensions: { pg_trgm, pgcrypto, uuid_ossp, ...others },
    startParams: [
      // -F is "no fsync".
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      // fdatasync, the default, is a stub in the WebAssembly build.
      ...['-c', 'wal_sync_method=fsync'],
      ...['-c', `shared_buffers=${bufferMb}MB`],
      // What a checkpoint (checkpoint.ts) keeps of the log, to be written over.
      ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
      // A process may have a thousand files open in places, 256 even: most of them are for people and their sockets.
      ...['-c', 'max_files_per_process=128'],
      // As initdb is told elsewhere; the files of a new database (new-database.ts) have another name for it.
      ...['-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ],
  }) satisfies PGliteOptions

/** As Emscripten numbers it. */
const EIO = 29

type StreamOfNodeFs = { nfd: number; node: object }
type ModuleWithNodeFs = {
  NODEFS: { stream_ops: { fsync?: (stream: StreamOfNodeFs) => number }; realPath(node: object): string }
}

/** Emscripten's NODEFS has no fsync, so that Postgres' own would reach nothing. */
class DurableNodeFs extends NodeFS {
  readonly #emscripten: EmscriptenOptions
  readonly #sync: Sync

  constructor(folder: string, emscripten: EmscriptenOptions, sync: Sync) {
    super(folder)
    this.#emscripten = emscripten
    this.#sync = sync
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const addFsync = ({ NODEFS }: ModuleWithNodeFs) => {
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        try {
          this.#sync(NODEFS.realPath(node), nfd)
          return 0
        } catch {
          return EIO
        }
      }
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, ...this.#emscripten, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    }
  }
}
