import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.ts'
import { clearClipboard } from './clipboard.ts'
import { useLockAfterChange } from './passphrase-change/other-windows.ts'
import { Vault, type VaultState } from './vault.ts'
import { vaultToasts } from './vault-toasts.ts'

const VaultContext = createContext<Vault | undefined>(undefined)

/** Provides one vault per signed-in person: it stays unlocked from screen to screen and ends with the session. */
export function VaultProvider({ children }: { children: ReactNode }) {
  const [vault] = useState(() => new Vault(tidyClipboard))
  useLockAfterChange(vault)

  useEffect(() => {
    // A page may stay in memory for the back button, so leaving it locks the vault.
    window.addEventListener('pagehide', vault.lock)
    window.addEventListener('focus', vault.lockIfUnused)
    document.addEventListener('visibilitychange', vault.lockIfUnused)
    return () => {
      window.removeEventListener('pagehide', vault.lock)
      window.removeEventListener('focus', vault.lockIfUnused)
      document.removeEventListener('visibilitychange', vault.lockIfUnused)
      void vault.lock()
    }
  }, [vault])

  return <VaultContext value={vault}>{children}</VaultContext>
}

export function useVault(): Vault {
  const vault = useContext(VaultContext)
  if (!vault) throw new Error('useVault is for screens inside the portal')
  return vault
}

/** Subscribes to a part of the vault's state, so that a component renders only when that part changes. */
export function useVaultState<Part>(part: (state: VaultState) => Part): Part {
  const vault = useVault()
  return useSyncExternalStore(vault.subscribe, () => part(vault.state()))
}

/**
 * The number of the current unlocking; 0 while locked. It stands for the passphrase, which React would keep in memory
 * with former renderings, long after the vault was locked.
 */
export const useUnlocking = (): number => useVaultState(({ passphrase, unlocks }) => (passphrase === '' ? 0 : unlocks))

async function tidyClipboard() {
  const cleared = await clearClipboard()
  if (!cleared) return
  toast(vaultToasts[cleared.outcome === 'cleared' ? 'clipboardCleared' : 'clipboardUnknown'](cleared.what))
}
