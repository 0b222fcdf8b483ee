import { useEffect } from 'react'
import { useVault } from './vault-context.tsx'

const signsOfUse = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Whoever does something on the screen of the vault uses it; what goes on elsewhere in the portal does not count. */
export function useNoticeUse() {
  const vault = useVault()
  useEffect(() => {
    vault.use()
    for (const sign of signsOfUse) window.addEventListener(sign, vault.use, { passive: true, capture: true })
    return () => {
      for (const sign of signsOfUse) window.removeEventListener(sign, vault.use, { capture: true })
    }
  }, [vault])
}
