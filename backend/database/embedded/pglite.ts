import { fsyncSync } from 'node:fs'
import { type Extensions, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { rememberedExtensions } from './extensions.ts'
import { makeDatabase } from './new-database.ts'
import type { CompiledPglite } from './wasm/compile.ts'

type Sync = (path: string, descriptor: number) => void

/**
 * Opens (or creates) the embedded database of a folder so that what it acknowledged survives a power cut.
 * See docs/decisions/0002-durable-pglite.md. `module` is PGlite's, where it was compiled ahead; `sync` is called for fsync.
 */
export async function openPglite(
  folder: string,
  { module, sync }: { module?: CompiledPglite; sync?: Sync } = {},
): Promise<PGlite> {
  await makeDatabase(folder)
  const options = durable(folder, await rememberedExtensions(folder), sync)
  return PGlite.create(module ? { ...options, pgliteWasmModule: module } : options)
}

/** Says so to PGlite; also for whoever is to be compared with us. */
export const durable = (
  folder: string,
  others: Extensions = {},
  sync: Sync = (_, descriptor) => fsyncSync(descriptor),
) =>
  ({
    fs: new DurableNodeFs(folder, sync),
    extensions: { pg_trgm, pgcrypto, uuid_ossp, ...others },
    startParams: [
      // -F is "no fsync".
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      // fdatasync, the default, is a stub in the WebAssembly build.
      ...['-c', 'wal_sync_method=fsync'],
      ...['-c', 'shared_buffers=32MB'],
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
  readonly #sync: Sync

  constructor(folder: string, sync: Sync) {
    super(folder)
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
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}
