#!/usr/bin/env node
/** `npx mainstreet COMMAND`: looks after an installation. Runs on the machine's own Node, whatever its version. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endTogether, startNode } from './scripts/processes.mjs'
import { root, setUp } from './scripts/setup.mjs'

// What is installed stays as it is: a server may be running on it.
if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) setUp({ toRun: true })
// As engine/assembly/node-flags.ts has it, which the machine's own Node may not read.
const sparing = '--max-semi-space-size=1'
// Paths are meant from where somebody stands, and settings from here, as the server's are.
const env = { INIT_CWD: process.cwd() }
endTogether(startNode([sparing, 'cli/main.ts', ...process.argv.slice(2)], { env }))
