import type { Plugin, Rolldown } from 'vite'

type ChunkingContext = Rolldown.ChunkingContext

const forms = /[\\/]node_modules[\\/](react-hook-form|@hookform|zod[\\/]v4[\\/]classic|downshift)[\\/]/

/**
 * Which modules stand together in a file; each brings what it imports, unless a group before it has that. What is left is one
 * file for each screen, and some for what two or three of them share.
 */
const groups = [
  /** What is needed to ask for data. */
  { name: 'ahead', test: /[\\/]ask-ahead\.ts/ },
  /** What dialogs are made of: a list shows its rows before. */
  { name: 'forms', test: forms },
  /** What every screen needs; not the layout itself, which brings the styles that only the portal has. */
  { name: 'portal', test: /[\\/](entry\.client|shell[\\/]shell|live-changes|use-session|vault-context)\.tsx?/ },
  /** What many screens need, as lists do. */
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
 * Makes the portal of few files: on a slow line each one more costs a sixth of a second. `ahead` is one that the page starts
 * by itself, before React has come.
 */
export function fewFiles(): Plugin {
  return {
    name: 'few-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    }),
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'portal/prefetch/ask-ahead.ts' })
    },
  }
}
