/** `npm test`: runs every test. */
import { endTogether, startNode } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp()
endTogether(startNode(['scripts/testing/all.ts']))
