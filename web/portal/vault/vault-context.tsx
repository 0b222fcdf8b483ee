import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.ts'
import { clearClipboard } from './clipboard.ts'
import { useLockAfterChange } from './passphrase-change/other-windows.ts'
import { Vault, type VaultState } from './vault.ts'
import { vaultToasts } from './vault-toasts.ts'

const VaultContext = createContext<Vault | undefined>(undefined)

/** One vault a signed-in person: it stays open from screen to screen, and ends with the session. */
export function VaultProvider({ children }: { children: ReactNode }) {
  const [vault] = useState(() => new Vault(tidyClipboard))
  useLockAfterChange(vault)

  useEffect(() => {
    // A page that was left may wait in memory for the back button: nothing secret waits with it.
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

/** One part of the vault's state: what shows it is drawn anew when that changes, not with each verdict on another entry. */
export function useVaultState<Part>(part: (state: VaultState) => Part): Part {
  const vault = useVault()
  return useSyncExternalStore(vault.subscribe, () => part(vault.state()))
}

/**
 * Which unlocking the vault is open by; 0 while it is locked. In place of the passphrase itself, which React would keep in
 * what it drew before, long after the vault is locked.
 */
export const useUnlocking = (): number => useVaultState(({ passphrase, unlocks }) => (passphrase === '' ? 0 : unlocks))

async function tidyClipboard() {
  const outcome = await clearClipboard()
  if (outcome === 'cleared') toast(vaultToasts.clipboardCleared)
  if (outcome === 'unknown') toast(vaultToasts.clipboardUnknown)
}
