/**
 * `npm run setup`: installs and builds. With `--to-run` only what a server needs, copied to a release folder for the
 * next start.
 */
import { makeCurrent, makeRelease } from './release.mjs'
import { setUp } from './setup.mjs'

const toRun = process.argv.includes('--to-run')
setUp({ toRun })
if (toRun) makeCurrent(makeRelease())
