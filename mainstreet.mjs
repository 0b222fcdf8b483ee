#!/usr/bin/env node
/** `npx mainstreet COMMAND`: manages an installation. Runs on any version of Node. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endTogether, startNode } from './scripts/processes.mjs'
import { root, setUp } from './scripts/setup.mjs'

// Installed packages are not touched: a server may be running on them.
if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) setUp({ toRun: true })
// The same flag as in engine/assembly/node-flags.ts, which an older Node cannot import.
const sparing = '--max-semi-space-size=1'
// Paths are relative to the caller's folder, settings to this one, as for the server.
const env = { INIT_CWD: process.cwd() }
endTogether(startNode([sparing, 'cli/main.ts', ...process.argv.slice(2)], { env }))
