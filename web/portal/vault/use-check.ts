import { useEffect } from 'react'
import { decrypt, WrongPassphrase } from './encryption.ts'
import type { Entry } from './entry.ts'
import { InvalidPayload } from './payload.ts'
import type { Verdict } from './vault.ts'
import { usePassphrase, useVault } from './vault-context.tsx'

/**
 * Finds out which entries open with the passphrase, one after the other so that a copy never waits for it long, and
 * only while the vault is open and on the screen.
 */
export function useCheck(entries: readonly Entry[] | undefined) {
  const vault = useVault()
  const passphrase = usePassphrase()

  useEffect(() => {
    if (passphrase === '' || !entries) return
    let isWanted = true
    async function check(all: readonly Entry[]) {
      for (const { encrypted_password } of all) {
        if (vault.state().verdicts.has(encrypted_password)) continue
        const verdict = await verdictOn(encrypted_password, passphrase)
        if (!isWanted || !verdict) return
        vault.judge(encrypted_password, verdict)
      }
    }
    void check(entries)
    return () => {
      isWanted = false
    }
  }, [vault, passphrase, entries])
}

/** Undefined where the browser does not decrypt at all. */
async function verdictOn(payload: string, passphrase: string): Promise<Verdict | undefined> {
  try {
    await decrypt(payload, passphrase)
    return 'opens'
  } catch (error) {
    if (error instanceof InvalidPayload) return 'invalid'
    return error instanceof WrongPassphrase ? 'shut' : undefined
  }
}

export type Findings = { count: number; checked: number; opening: number }

/** What the check has found so far about these entries. */
export function findings(entries: readonly Entry[], verdicts: ReadonlyMap<string, Verdict>): Findings {
  const known = entries.flatMap(({ encrypted_password }) => verdicts.get(encrypted_password) ?? [])
  return {
    count: entries.length,
    checked: known.length,
    opening: known.filter((verdict) => verdict === 'opens').length,
  }
}
