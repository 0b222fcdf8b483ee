/**
 * `npm run bench -- start --write`: runs a benchmark of the agency or of the engine, with the packages that Mainstreet
 * is compared with.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endTogether, startNode } from './processes.mjs'
import { root, setUpBenches } from './setup.mjs'

setUpBenches()
const [name, ...options] = process.argv.slice(2)
const ofTheEngine = `engine/bench/${name}.ts`
endTogether(startNode([existsSync(join(root, ofTheEngine)) ? ofTheEngine : `bench/${name}.ts`, ...options]))
