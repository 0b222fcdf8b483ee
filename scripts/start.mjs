/** `npm start`: from a fresh clone to a running Mainstreet. */
import { endTogether, startNode } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp({ toRun: true })
endTogether(startNode(['main.ts']))
