/** `npm start`: installs, builds and starts Mainstreet from a fresh clone. */
import { join } from 'node:path'
import { endTogether, startServer } from './processes.mjs'
import { makeRelease } from './release.mjs'
import { setUp } from './setup.mjs'

setUp({ toRun: true })
const release = makeRelease()
endTogether(startServer([join(release, 'main.ts')], { program: join(release, 'node_modules', '.bin', 'node') }))
