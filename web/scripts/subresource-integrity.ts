import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVED_SCRIPTS } from '../portal/vault/fingerprint.ts'

/** The address of each script of the build, with its hash. */
export type Integrity = Record<string, string>

/** Among them those that no browser holds against it, which are what runs beside a page (docs/vault-security.md). */
export async function integrityOf(clientDir: string): Promise<Integrity> {
  const assets = (await readdir(join(clientDir, 'assets'))).filter((name) => name.endsWith('.js')).toSorted()
  const addresses = [...assets.map((name) => `/assets/${name}`), '/service-worker.js']
  const hashed = addresses.map(async (address) => [address, await hashOf(join(clientDir, address))])
  return Object.fromEntries(await Promise.all(hashed))
}

const hashOf = async (file: string) =>
  `sha256-${createHash('sha256')
    .update(await readFile(file))
    .digest('base64')}`

/**
 * The page with the hash of each script that it names itself. Those that it preloads are among them: they
 * are fetched before the list of all scripts is read, and what is fetched without a hash is fetched again.
 */
export const withIntegrity = (html: string, integrity: Integrity): string =>
  html.replaceAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="(\/[^"]+)"/g, (tag, address: string) => {
    const hash = integrity[address]
    if (hash === undefined) throw new Error(`The page names ${address}, which the build does not have`)
    return `${tag} integrity="${hash}"`
  })

/**
 * The page with the hashes of all scripts: modules that import each other, or that are fetched once they are needed, have
 * no tag to say a hash in. It stands before the first of them, or browsers would not look at it. React Router has a
 * setting for the like, which does not know of the scripts that are built after it, and says each hash twice.
 */
export function withScriptList(html: string, integrity: Integrity): string {
  const list = JSON.stringify({ integrity })
  const first = html.indexOf('<link rel="modulepreload"')
  if (first === -1) throw new Error('The page preloads no module')
  return `${html.slice(0, first)}<script type="importmap" id="${SERVED_SCRIPTS}">${list}</script>${html.slice(first)}`
}
