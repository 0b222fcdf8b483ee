/** `npm run screenshots`: pictures of every page at three widths, of a throwaway copy, in build/screenshots. */
import { endTogether, startNode } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp()
endTogether(startNode(['e2e/screenshots.ts', ...process.argv.slice(2)]))
