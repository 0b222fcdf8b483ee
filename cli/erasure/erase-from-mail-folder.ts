import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes mails to these addresses, or that mention them, from the folder in which mails are stored without a mail
 * server. Returns how many there were.
 */
export async function eraseFromOutbox(dataDir: string, addresses: readonly string[]): Promise<number> {
  const folder = join(dataDir, 'outbox')
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.eml')) continue
    const words = (await readFile(join(folder, name), 'utf8')).toLowerCase()
    if (!addresses.some((address) => words.includes(address.toLowerCase()))) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}
