import { fsyncSync } from 'node:fs'
import { type Extensions, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createDatabaseFolder } from './create-database-folder.ts'
import { rememberedExtensions } from './extensions.ts'
import { refuseUnsupported } from './refuse-unsupported.ts'
import { releaseFiles } from './release-files.ts'
import { LogSync, type NodeFs, type Sync } from './wal-sync.ts'

type EmscriptenOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
type PGliteSettings = { emscripten?: EmscriptenOptions; sync?: Sync | LogSync; bufferMb?: number }

/**
 * Opens (or creates) the embedded database of a folder so that what it acknowledged survives a power cut
 * (docs/decisions/0002-durable-pglite.md). `emscripten` are further options for Emscripten, `sync` is called for fsync
 * (a `LogSync` must be settled before a commit is answered), and `bufferMb` is Postgres's shared_buffers.
 */
export async function openPglite(folder: string, settings: PGliteSettings = {}): Promise<PGlite> {
  await createDatabaseFolder(folder)
  const pglite = await PGlite.create(durableOptions(folder, await rememberedExtensions(folder), settings))
  releaseFiles(pglite.Module.FS)
  return refuseUnsupported(pglite)
}

/** The options that make PGlite durable; exported for benches that compare it with plain PGlite. */
export const durableOptions = (
  folder: string,
  others: Extensions = {},
  { emscripten = {}, sync = (_, descriptor) => fsyncSync(descriptor), bufferMb = 32 }: PGliteSettings = {},
) =>
  ({
    fs: new DurableNodeFs(folder, emscripten, fsyncBy(sync)),
    extensions: { pg_trgm, pgcrypto, uuid_ossp, ...others },
    startParams: [
      // -F would turn fsync off.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      // The default, fdatasync, is a stub in the WebAssembly build.
      ...['-c', 'wal_sync_method=fsync'],
      ...['-c', `shared_buffers=${bufferMb}MB`],
      // How much of the log a checkpoint (checkpoint.ts) keeps for reuse.
      ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
      // Postgres reports the progress of its start every ten seconds. Here it never ends that report's alarm, which the
      // watchdog would take for the timeout of whatever runs for ten seconds without one, such as a migration.
      ...['-c', 'log_startup_progress_interval=0'],
      // Some systems allow a process a thousand open files or even 256, and most of them are needed for sockets.
      ...['-c', 'max_files_per_process=128'],
      // A database that initdb made would have these time zones; the files of a new database (create-database-folder.ts) name
      // another one.
      ...['-c', 'timezone=UTC', '-c', 'log_timezone=UTC'],
    ],
  }) satisfies PGliteOptions

/** The number of this error in Emscripten. */
const EIO = 29

/** Emscripten's NODEFS has no fsync, so Postgres's own call would do nothing. */
const fsyncBy =
  (how: Sync | LogSync) =>
  ({ NODEFS }: { NODEFS: NodeFs }) => {
    const sync = how instanceof LogSync ? how.of(NODEFS) : how
    NODEFS.stream_ops.fsync = ({ nfd, node }) => {
      try {
        sync(NODEFS.realPath(node), nfd)
        return 0
      } catch {
        return EIO
      }
    }
  }

type BeforeRun = NonNullable<EmscriptenOptions['preRun']>[number]

class DurableNodeFs extends NodeFS {
  readonly #emscripten: EmscriptenOptions
  readonly #beforeRun: BeforeRun

  constructor(folder: string, emscripten: EmscriptenOptions, beforeRun: BeforeRun) {
    super(folder)
    this.#emscripten = emscripten
    this.#beforeRun = beforeRun
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), this.#beforeRun]
    return { emscriptenOpts: { ...emscriptenOpts, ...this.#emscripten, preRun } }
  }
}
