import { useEffect } from 'react'
import { randomUuid } from '../../../lib/random-uuid.ts'
import { toast } from '../../../ui/toast.ts'
import { useMe } from '../../me/me.ts'
import type { Vault } from '../vault.ts'
import { vaultToasts } from '../vault-toasts.ts'

/**
 * The broadcast channel between the windows of one browser. It carries who changed their passphrase, and never the
 * passphrase.
 */
const CHANNEL = 'vault-passphrase'
/** The id of this window, which receives its own messages too. */
const thisWindow = randomUuid()

type PassphraseMessage = { whose: string; from: string }

export function notifyOtherWindows(myId: string) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ whose: myId, from: thisWindow } satisfies PassphraseMessage)
  channel.close()
}

/**
 * Locks the vault when its passphrase was changed in another window: entries saved with the former one would be the only
 * ones with it.
 */
export function useLockAfterChange(vault: Vault) {
  const { id: myId } = useMe()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data: { whose, from } }: MessageEvent<PassphraseMessage>) => {
      if (whose !== myId || from === thisWindow || vault.state().passphrase === '') return
      void vault.lock()
      toast(vaultToasts.passphraseChangedElsewhere)
    }
    return () => channel.close()
  }, [vault, myId])
}
