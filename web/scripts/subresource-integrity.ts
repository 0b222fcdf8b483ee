import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SERVED_SCRIPTS } from '../portal/vault/fingerprint.ts'

/** The hash of each script of the build, by its address. */
export type Integrity = Record<string, string>

/**
 * Returns the hashes of all scripts but the unused ones, among them service workers, whose hashes browsers do not check
 * (docs/vault-security.md).
 */
export async function integrityOf(clientDir: string, unused: readonly string[]): Promise<Integrity> {
  const scripts = (await readdir(join(clientDir, 'assets'))).filter((name) => name.endsWith('.js'))
  const assets = scripts.filter((name) => !unused.includes(name)).toSorted()
  const addresses = [...assets.map((name) => `/assets/${name}`), '/service-worker.js']
  const hashed = addresses.map(async (address) => [address, await hashOf(join(clientDir, address))])
  return Object.fromEntries(await Promise.all(hashed))
}

const hashOf = async (file: string) =>
  `sha256-${createHash('sha256')
    .update(await readFile(file))
    .digest('base64')}`

/**
 * Adds the hash of each script to the tags that load or preload it. Preloads need one too: they are fetched before the
 * list of all scripts is read, and what was fetched without a hash is fetched again.
 */
export const withIntegrity = (html: string, integrity: Integrity): string =>
  html.replaceAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="(\/[^"]+)"/g, (tag, address: string) => {
    const hash = integrity[address]
    if (hash === undefined) throw new Error(`The page names ${address}, which the build does not have`)
    return `${tag} integrity="${hash}"`
  })

/**
 * Adds the list of the hashes of all scripts: modules that are imported by others, or loaded on demand, have no tag to
 * carry a hash. The list stands before the first script, or browsers ignore it. React Router's own setting misses the
 * scripts that are built after it, and writes each hash twice.
 */
export function withScriptList(html: string, integrity: Integrity): string {
  const list = JSON.stringify({ integrity })
  const first = html.indexOf('<link rel="modulepreload"')
  if (first === -1) throw new Error('The page preloads no module')
  return `${html.slice(0, first)}<script type="importmap" id="${SERVED_SCRIPTS}">${list}</script>${html.slice(first)}`
}
