/** `npm run bench -- start --write`: one of the benches, with what it compares Mainstreet with. */
import { endTogether, startNode } from './processes.mjs'
import { setUpBenches } from './setup.mjs'

setUpBenches()
const [name, ...options] = process.argv.slice(2)
endTogether(startNode([`bench/${name}.ts`, ...options]))
