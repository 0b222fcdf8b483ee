/**
 * Computes the fingerprint of the portal's code, which the vault shows on its screen (docs/vault-security.md): of the
 * build, as a part of `npm run check`, or of what a site serves: `npm run fingerprint -- https://agency.example`. Each
 * script is compared with the list that the fingerprint is made of.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fingerprintOf, SERVED_SCRIPTS } from '../web/portal/vault/fingerprint.ts'

const [site] = process.argv.slice(2)
const build = join(import.meta.dirname, '../web/build/client')
const names = z.record(z.string(), z.string())
const { app } = z.object({ app: names }).parse(JSON.parse(await readFile(join(build, 'site.json'), 'utf8')))

const VAULT = '/dashboard/vault'
const page = (await (site === undefined ? built(app[VAULT] ?? VAULT) : served(VAULT))).toString('utf8')
const [, list] = page.match(new RegExp(`<script type="importmap" id="${SERVED_SCRIPTS}">(.*?)</script>`, 's')) ?? []
if (list === undefined) throw new Error(`${site ?? 'The build'} has no list of scripts`)
const { integrity } = z.object({ integrity: names }).parse(JSON.parse(list))

for (const [address, hash] of Object.entries(integrity)) {
  const script = await (site === undefined ? built(address) : served(address))
  const found = `sha256-${createHash('sha256').update(script).digest('base64')}`
  if (found === hash) continue
  console.error(`${address} is another script than the list says`)
  process.exitCode = 1
}
console.log(`The code of ${site ?? 'this build'} has the fingerprint ${await fingerprintOf(list)}`)

function built(file: string): Promise<Buffer> {
  return readFile(join(build, file))
}

async function served(path: string): Promise<Buffer> {
  const answer = await fetch(new URL(path, site))
  if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
