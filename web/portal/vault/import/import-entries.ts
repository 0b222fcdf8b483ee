import { supabase } from '../../../lib/supabase.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { mySignedInId } from '../../me/my-agency.ts'
import type { Write } from '../../writes/use-write.ts'
import { type Entry, isMine } from '../entry.ts'
import type { EntryInput } from '../entry-form.ts'
import { Keyring } from '../keyring.ts'
import { passwordStrength } from '../password-strength.ts'
import { Sealer } from '../sealer.ts'
import { storeOnce } from '../store-once.ts'
import { writeTwoStepKey } from '../two-step-key/two-step-key.ts'
import type { Vault } from '../vault.ts'
import { vaultToasts } from '../vault-toasts.ts'

type Import = {
  chosen: readonly EntryInput[]
  /** The existing entries, which show whether the passphrase is the right one. */
  entries: readonly Entry[]
  onEncrypted: (count: number) => void
}

class WrongForAll extends Error {
  override name = 'WrongForAll'
  override message =
    'None of your entries opens with the passphrase that the vault is unlocked with. Lock it and unlock it with the right one.'
}

class TooLarge extends Error {
  override name = 'TooLarge'
  override message =
    'This is more than the server takes at once, 10 MB. Choose fewer entries and import the others afterwards.'
}

/** Encrypts each entry in this browser and stores all of them by one request: all or none. */
export const importEntries = (vault: Vault): Write<Import, readonly EntryInput[]> => ({
  mutationFn: async ({ chosen, entries, onEncrypted }) => {
    const passphrase = vault.passphrase()
    const user_id = await mySignedInId()
    if (
      !(await isRight(
        passphrase,
        entries.filter((entry) => isMine(entry, user_id)),
        vault,
      ))
    )
      throw new WrongForAll()
    const sealer = new Sealer(passphrase)
    const rows: Row[] = []
    for (const entry of chosen) {
      rows.push({ ...(await rowOf(entry, sealer)), user_id })
      onEncrypted(rows.length)
    }
    await insert(rows)
    return chosen
  },
  meta: {
    succeeded: (data) => vaultToasts.imported(Array.isArray(data) ? data : []),
    failed: vaultToasts.importFailed,
    refresh: ['password_vault'],
    isAddition: true,
  },
})

/** One entry that opens is proof enough, and known verdicts are not tried again. Without own entries the dialog asks. */
async function isRight(passphrase: string, mine: readonly Entry[], vault: Vault): Promise<boolean> {
  const { verdicts } = vault.state()
  if (mine.length === 0 || mine.some(({ encrypted_password }) => verdicts.get(encrypted_password) === 'opens'))
    return true
  const keys = new Keyring(passphrase)
  for (const { encrypted_password } of mine) {
    if (verdicts.has(encrypted_password)) continue
    if (
      await keys.open(encrypted_password).then(
        () => true,
        () => false,
      )
    )
      return true
  }
  return false
}

async function rowOf(entry: EntryInput, sealer: Sealer) {
  const { title, website_url, username, password, notes, two_step_key, tags, is_favorite } = entry
  return {
    title,
    website_url,
    username,
    tags,
    is_favorite,
    encrypted_password: await sealer.seal(password),
    encrypted_notes: notes === '' ? null : await sealer.seal(notes),
    encrypted_two_step_key: two_step_key && (await sealer.seal(writeTwoStepKey(two_step_key, title))),
    password_strength_score: passwordStrength(password),
  }
}

type Row = Awaited<ReturnType<typeof rowOf>> & { user_id: string }

/** The limit of a request (supabase/config.toml). */
const MAX_BYTES = 10 * 1024 * 1024

async function insert(rows: Row[]) {
  const [first] = rows
  if (!first) return
  if (new Blob([JSON.stringify(rows)]).size > MAX_BYTES) throw new TooLarge()
  const client = await supabase()
  // One request stores all of them or none, so the first one stands for all.
  await storeOnce(first.encrypted_password, async () => unwrap(await client.from('password_vault').insert(rows)))
}
