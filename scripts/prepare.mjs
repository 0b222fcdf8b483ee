/** `npm run setup`: installs and builds. With `--to-run` only what a server needs, and sets it apart for one that starts next. */
import { makeCurrent, setApart } from './release.mjs'
import { setUp } from './setup.mjs'

const toRun = process.argv.includes('--to-run')
setUp({ toRun })
if (toRun) makeCurrent(setApart())
