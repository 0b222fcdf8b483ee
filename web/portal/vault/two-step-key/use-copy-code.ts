import { recordAccess } from '../access-log.ts'
import { copyToClipboard } from '../clipboard.ts'
import type { Decryptor } from '../decryptor.ts'
import { fetchTwoStepKey } from '../entry-queries.ts'
import { useVault } from '../vault-context.tsx'
import { secondsLeft, twoStepCode } from './two-step-code.ts'
import { readTwoStepKey } from './two-step-key.ts'

/** Computes the code of an entry in this browser and copies it. Returns the seconds for which it is still valid. */
export function useCopyCode() {
  const vault = useVault()
  return async (entryId: string): Promise<number> => {
    const code = codeOf(entryId, vault.decryptor())
    await copyToClipboard(
      'code',
      code.then(({ digits }) => digits),
    )
    await recordAccess(entryId, 'copied')
    return secondsLeft(await code)
  }
}

async function codeOf(entryId: string, { open }: Decryptor) {
  const { key, problem } = readTwoStepKey(await open(await fetchTwoStepKey(entryId)))
  if (!key) throw new Error(problem)
  return twoStepCode(key)
}
