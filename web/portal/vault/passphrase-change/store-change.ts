import { RequestError } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { mySignedInId } from '../../me/my-agency.ts'
import type { Write } from '../../writes/use-write.ts'
import { USER_AGENT_LENGTH } from '../access-log.ts'
import { readStoredEntries, type StoredEntry } from '../export/stored-entries.ts'
import { vaultToasts } from '../vault-toasts.ts'
import type { VaultChange } from './plan.ts'

/** The titles of the person's own entries that were added or changed meanwhile and so kept the former passphrase. */
export type StoreOutcome = { strays: readonly string[] }

/** It could not be found out whether the change was stored: either everything changed or nothing. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
  override message =
    'The server did not say whether it stored the change. Either every entry opens with the new passphrase now, or every entry still opens with the one before.'
}

class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
  override message =
    'Some of your entries have changed, perhaps in another window. Nothing was stored. Please start over.'
}

/**
 * Stores the whole vault encrypted again, all of it or nothing. Repeating the request is harmless, since each entry is
 * stored only over the version that was read, so it is repeated until the answer is known.
 */
export const storeChange: Write<VaultChange, StoreOutcome> = {
  mutationFn: async (change) => {
    const myId = await mySignedInId()
    for (const pause of PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const failure = await send(change)
      const stored = await readStoredEntries(myId).catch(() => undefined)
      if (!stored) continue
      const outcome = outcomeIn(stored, change)
      if (outcome) return outcome
      if (failure === undefined || isRefusal(failure)) throw plain(failure)
    }
    throw new OutcomeUnknown()
  },
  meta: {
    succeeded: vaultToasts.passphraseChanged,
    failed: vaultToasts.passphraseChangeFailed,
    refresh: ['password_vault', 'vault_access_logs'],
  },
}

/** The delays between attempts: a restarted server answers within seconds. */
const PAUSES_MS = [0, 1000, 3000]

/** Sends the change and returns the error, if any. */
async function send({ entries, leftOut }: VaultChange): Promise<unknown> {
  const client = await supabase()
  try {
    unwrap(
      await client.rpc('change_vault_passphrase', {
        entries: [...entries],
        left_out: leftOut.map(({ id }) => id),
        user_agent: navigator.userAgent.slice(0, USER_AGENT_LENGTH),
      }),
    )
    return undefined
  } catch (error) {
    return error
  }
}

/** Returns what the database holds if the change was stored: one new payload proves all of them. */
function outcomeIn(stored: readonly StoredEntry[], { entries, leftOut }: VaultChange): StoreOutcome | undefined {
  const fresh = new Map(entries.map(({ id, encrypted_password }) => [id, encrypted_password]))
  const isFresh = ({ id, encrypted_password }: StoredEntry) => fresh.get(id) === encrypted_password
  if (!stored.some(isFresh)) return undefined
  const known = new Set(leftOut.map(({ id }) => id))
  const strays = stored.filter((entry) => !isFresh(entry) && !known.has(entry.id))
  return { strays: strays.map(({ title }) => title) }
}

/** Status 0 means no answer at all, and a gateway may answer for a server that went on working. */
const isRefusal = (failure: unknown) => failure instanceof RequestError && failure.status >= 400 && failure.status < 500

const plain = (failure: unknown) =>
  failure === undefined || (failure instanceof RequestError && failure.code === 'PT409')
    ? new ChangedMeanwhile()
    : failure
