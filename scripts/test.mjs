/** `npm test`: runs every test. */
import { endTogether, startNode } from './processes.mjs'
import { setUpBenches } from './setup.mjs'

setUpBenches()
endTogether(startNode(['scripts/testing/run-all-tests.ts']))
