import type { Plugin, Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform|zod[\\/]v4[\\/]classic|downshift)[\\/]/

/** What places a menu, a popover or a tooltip: a list shows its rows before it is loaded. */
const floating =
  /[\\/](@floating-ui|react-(popper|popover|tooltip|menu|dropdown-menu)|web[\\/]ui[\\/](menu|tooltip)\.tsx$)/

/** Names every part of radix, of which the build keeps what is used. */
const radix = /[\\/]node_modules[\\/]radix-ui[\\/]/

/**
 * The groups of the portal's code, each a chunk. A group includes the modules that its own import, except those of an
 * earlier group. The remaining code of each screen gets a chunk, and code that two or three screens share gets one too.
 */
const groups = [
  /** The prefetch chunk requests data before React has loaded. */
  { name: 'prefetch', test: /[\\/]prefetch\.ts/ },
  /** The supabase chunk has the parts of supabase-js that the prefetch does without: the session, files, live changes. */
  { name: 'supabase', test: /[\\/]@supabase[\\/]/ },
  /** The forms chunk has the libraries of dialogs and forms: a list shows its rows before they are loaded. */
  { name: 'forms', test: forms },
  /**
   * The portal chunk has the code of every screen. The layout is not part of it, since it brings the styles that only
   * the portal has.
   */
  { name: 'portal', test: /[\\/](entry\.client|shell[\\/]shell|live-changes|use-session|vault-context)\.tsx?/ },
  /** The shared chunk has code of at least four screens, such as the lists. */
  {
    name: (id: string, build: ChunkingContext) => (bringsLater(id, build) ? null : 'screens'),
    test: /[\\/](node_modules|web[\\/](ui|lib|portal[\\/][\w-]+))[\\/]/,
    minShareCount: 4,
  },
  { name: 'floating', test: floating },
].map((group, index, { length }) => ({ ...group, priority: length - index }))

/** Whether the module imports code that a list loads after its rows. */
function bringsLater(id: string, build: ChunkingContext, seen = new Set<string>()): boolean {
  if (forms.test(id) || floating.test(id)) return true
  if (seen.has(id) || radix.test(id)) return false
  seen.add(id)
  return build.getModuleInfo(id)?.importedIds.some((imported) => bringsLater(imported, build, seen)) ?? false
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
