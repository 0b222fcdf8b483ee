/** `npm run screenshots`: takes pictures of every page of a temporary copy, into build/screenshots. */
import { endTogether, startNode } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp()
endTogether(startNode(['e2e/screenshots.ts', ...process.argv.slice(2)]))
