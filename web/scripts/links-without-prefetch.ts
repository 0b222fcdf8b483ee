import { join } from 'node:path'
import type { Plugin } from 'vite'

const replacement = join(import.meta.dirname, '../portal/links-without-prefetch.ts')

/**
 * Builds React Router's `Link` without the prefetching of framework routes: nothing here uses it, and it brings the half of the
 * router that is for servers.
 */
export function linksWithoutPrefetch(): Plugin {
  let isReplaced = false
  return {
    name: 'links-without-prefetch',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== './ssr/components.js' || !/react-router\/dist\/\w+\/lib\/dom\/lib\.js$/.test(importer ?? ''))
        return
      isReplaced = true
      return replacement
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('React Router prefetches in another way: look at it again.')
    },
  }
}
