import { useEffect } from 'react'
import type { Decryptor } from './decryptor.ts'
import { WrongPassphrase } from './encryption.ts'
import type { Entry } from './entry.ts'
import { InvalidPayload } from './payload.ts'
import type { Verdict } from './vault.ts'
import { useUnlocking, useVault, useVaultState } from './vault-context.tsx'

/** The number of keys derived in parallel; a copy waits for this many at most. */
const AT_ONCE = 3

/** Tries the passphrase on all entries, newest first, while the vault is unlocked and on the screen. */
export function useTryPassphrase(entries: readonly Entry[] | undefined) {
  const vault = useVault()
  const unlocking = useUnlocking()
  const isResting = useVaultState((state) => state.isPaused)

  useEffect(() => {
    if (unlocking === 0 || isResting || !entries) return
    const decryptor = vault.decryptor()
    vault.keepOnly(new Set(entries.map(({ encrypted_password }) => encrypted_password)))
    let isWanted = true
    async function check(untried: IterableIterator<Entry>) {
      for (const { encrypted_password } of untried) {
        if (vault.state().verdicts.has(encrypted_password)) continue
        const found = await tryToOpen(encrypted_password, decryptor)
        if (!isWanted || !found) return
        vault.recordVerdict(decryptor, encrypted_password, found.verdict, found.fingerprint)
      }
    }
    // All of them take their next entry from one iterator.
    const line = entries.values()
    for (let started = 0; started < AT_ONCE; started += 1) void check(line)
    return () => {
      isWanted = false
    }
  }, [vault, unlocking, isResting, entries])
}

/** Returns undefined if the browser cannot decrypt at all. */
async function tryToOpen(
  payload: string,
  decryptor: Decryptor,
): Promise<{ verdict: Verdict; fingerprint?: string } | undefined> {
  try {
    return { verdict: 'opens', fingerprint: await decryptor.fingerprint(await decryptor.open(payload)) }
  } catch (error) {
    if (error instanceof InvalidPayload) return { verdict: 'invalid' }
    return error instanceof WrongPassphrase ? { verdict: 'shut' } : undefined
  }
}
