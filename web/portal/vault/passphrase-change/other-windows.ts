import { useEffect } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useMe } from '../../me/me.ts'
import type { Vault } from '../vault.ts'
import { vaultToasts } from '../vault-toasts.ts'

/** Between the windows of one browser. It carries who changed their passphrase, and never which. */
const CHANNEL = 'vault-passphrase'
/** A window hears itself. */
const thisWindow = crypto.randomUUID()

type Told = { whose: string; from: string }

export function tellOtherWindows(myId: string) {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage({ whose: myId, from: thisWindow } satisfies Told)
  channel.close()
}

/** Locks the vault when its passphrase was changed in another window: what is saved with the one before would be alone with it. */
export function useLockAfterChange(vault: Vault) {
  const { id: myId } = useMe()
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data: { whose, from } }: MessageEvent<Told>) => {
      if (whose !== myId || from === thisWindow || vault.state().passphrase === '') return
      void vault.lock()
      toast(vaultToasts.passphraseChangedElsewhere)
    }
    return () => channel.close()
  }, [vault, myId])
}
