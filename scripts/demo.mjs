/** `npm run demo`: starts a temporary copy with two realistic agencies, deleted when it stops. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { attachFiles } from './demo-files.mjs'
import { endTogether, startServer } from './processes.mjs'
import { setUp } from './setup.mjs'

const people = [
  ['sol@mainstreet.test', 'super_admin', 'every agency, North is his own'],
  ['abe@north.test', 'admin', 'North Street Marketing'],
  ['ana@north.test', 'agency_admin', 'North Street Marketing'],
  ['ben@north.test', 'agency_staff', 'North Street Marketing'],
  ['otto@south.test', 'agency_admin', 'South Side Studio'],
  ['cleo@south.test', 'agency_staff', 'South Side Studio'],
  ['uma@north.test', 'user', 'North Street Marketing, but may see nothing yet'],
]

setUp({ toRun: true })
const folder = mkdtempSync(join(tmpdir(), 'mainstreet-demo-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const server = startServer(['main.ts', '--seed', '--seed-also', 'demo/*.sql'], {
  env: { DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', MAIL_URL: '' },
  output: 'pipe',
})
endTogether(server)

for await (const line of createInterface({ input: server.stdout })) {
  console.log(line)
  const [, url] = /^Mainstreet is at (\S+)/.exec(line) ?? []
  if (url) present(url)
}

async function present(url) {
  await attachFiles(url).catch((error) => console.error(`The files of the updates are missing: ${error.message}`))
  const width = (column) => Math.max(...people.map((person) => person[column].length))
  const rows = people.map(([email, role, where]) => `  ${email.padEnd(width(0))}  ${role.padEnd(width(1))}  ${where}`)
  console.log(`
A throwaway copy with two agencies at work inside. Sign in at ${url}/auth; the password is always "mainstreet",
and so is the passphrase of the vault.

${rows.join('\n')}

Ctrl+C ends it, and nothing of it stays.`)
}
