import type { Entry } from './entry.ts'
import { findings, fitOf } from './findings.ts'
import type { Vault } from './vault.ts'

/** The newest entries are enough evidence: after so many failures nobody waits for the others. */
const ENOUGH = 10

/**
 * Waits until it is known whether the passphrase opens any entry, and returns the reason if saving would introduce a
 * second passphrase, or else undefined. If the vault is locked meanwhile, saving reports that itself.
 */
export async function secondPassphrase(vault: Vault, entries: () => readonly Entry[] | undefined) {
  if (!crypto.subtle) return undefined
  for (;;) {
    const { passphrase, verdicts } = vault.state()
    if (passphrase === '') return undefined
    const known = entries()
    if (!known) return 'The entries have not loaded, so it is not known whether this passphrase opens them.'
    const found = findings(known, verdicts)
    const fit = fitOf(found)
    if (fit === 'fits' || fit === 'first') return undefined
    if (fit === 'fits nothing') return `None of the entries here, ${found.count} in all, opens with this passphrase.`
    if (found.shut >= ENOUGH) {
      return `None of the entries tried so far, ${found.tried} of ${found.count}, opens with this passphrase.`
    }
    await changeOf(vault)
  }
}

const changeOf = (vault: Vault) =>
  new Promise<void>((resolve) => {
    const stop = vault.subscribe(() => {
      stop()
      resolve()
    })
  })
