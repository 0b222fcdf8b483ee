import type { Plugin, Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform|zod[\\/]v4[\\/]classic|downshift)[\\/]/

/**
 * The chunks of the portal. A group brings the modules that its own import, except those of an earlier group. Each screen
 * gets a chunk of what is left, and what two or three screens share gets one too.
 */
const groups = [
  /** What the early requests for data need. */
  { name: 'prefetch', test: /[\\/]prefetch\.ts/ },
  /** The libraries of dialogs and forms: a list shows its rows before they are loaded. */
  { name: 'forms', test: forms },
  /** What every screen needs. The layout is not among it, since it brings the styles that only the portal has. */
  { name: 'portal', test: /[\\/](entry\.client|shell[\\/]shell|live-changes|use-session|vault-context)\.tsx?/ },
  /** What at least four screens share, as the lists do. */
  {
    name: (id: string, build: ChunkingContext) => (bringsForms(id, build) ? null : 'screens'),
    test: /[\\/](node_modules|web[\\/](ui|lib|portal[\\/][\w-]+))[\\/]/,
    minShareCount: 4,
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

function bringsForms(id: string, build: ChunkingContext, seen = new Set<string>()): boolean {
  if (forms.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return build.getModuleInfo(id)?.importedIds.some((imported) => bringsForms(imported, build, seen)) ?? false
}

/**
 * Bundles the portal into few chunks: on a slow connection each further file costs a sixth of a second. The page starts
 * the chunk `prefetch` itself, before React has loaded.
 */
export function portalChunks(): Plugin {
  return {
    name: 'portal-chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    }),
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'portal/prefetch/prefetch.ts' })
    },
  }
}
