/** `npm run demo`: a throwaway copy with a believable agency inside, gone when it stops. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endTogether, startNode } from './processes.mjs'
import { setUp } from './setup.mjs'

setUp()
const folder = mkdtempSync(join(tmpdir(), 'mainstreet-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

console.log(`
A throwaway copy with data. Sign in at /auth; the password is always "mainstreet".

  sol@mainstreet.test   super_admin    every agency
  abe@north.test        admin          North
  ana@north.test        agency_admin   North
  ben@north.test        agency_staff   North
  cleo@south.test       agency_staff   South
  uma@north.test        user           North, but may see nothing
`)
endTogether(startNode(['backend/main.ts', '--seed'], { env: { DATA_DIR: folder, DATABASE_URL: '' } }))
