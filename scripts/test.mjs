/** `npm test`: every test there is, each step on a set-up of its own. */
import { endTogether, startNode } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp()
endTogether(startNode(['scripts/testing/all.ts']))
