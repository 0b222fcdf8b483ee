import type { Plugin, Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform|zod[\\/]v4[\\/]classic|downshift)[\\/]/

/** What places a menu, a popover or a tooltip: a list shows its rows before it is loaded. */
const floating =
  /[\\/](@floating-ui|react-(popper|popover|tooltip|menu|dropdown-menu)|web[\\/]ui[\\/](menu|tooltip)\.tsx$)/

/** Names every part of radix, of which the build keeps what is used. */
const radix = /[\\/]node_modules[\\/]radix-ui[\\/]/

const own = /[\\/]web[\\/](ui|lib|portal[\\/][\w-]+)[\\/]/
const shared = /[\\/](node_modules|web[\\/](ui|lib|portal[\\/][\w-]+))[\\/]/

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
  /** The react chunk is the largest, and the only one that changes with a version of React alone. */
  { name: 'react', test: /[\\/]node_modules[\\/](react-dom|scheduler)[\\/]/ },
  /** The portal chunk has the code of every screen. */
  { name: 'start-portal', test: /[\\/](start-portal|use-session|vault-context)\.tsx?$/ },
  /** The screens chunk has what the rows of lists need, of several lists or of many screens. */
  {
    name: (id: string, build: ChunkingContext) => (listsWith(id, build).size > 1 ? 'screens' : null),
    test: own,
    minShareCount: 2,
  },
  {
    name: (id: string, build: ChunkingContext) =>
      !bringsLater(id, build) && listsWith(id, build).size > 0 ? 'screens' : null,
    test: shared,
    minShareCount: 4,
  },
  /** The parts chunk has what only dialogs and other screens share. */
  {
    name: (id: string, build: ChunkingContext) => (bringsLater(id, build) ? null : 'parts'),
    test: shared,
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

const lists = /[\\/](clients|projects|users)-route\.tsx$/

/** The lists that need the module before they can show rows. */
function listsWith(
  id: string,
  build: ChunkingContext,
  seen = new Set<string>(),
  found = new Set<string>(),
): Set<string> {
  if (seen.has(id) || radix.test(id)) return found
  seen.add(id)
  if (lists.test(id)) found.add(id)
  for (const importer of build.getModuleInfo(id)?.importers ?? []) listsWith(importer, build, seen, found)
  return found
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
      this.emitFile({ type: 'chunk', id: 'portal/start-portal.tsx' })
    },
  }
}
