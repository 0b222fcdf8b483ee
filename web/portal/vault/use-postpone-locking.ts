import { useEffect } from 'react'
import { useVault } from './vault-context.tsx'

const signsOfUse = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Input on the vault's screen postpones locking; input elsewhere in the portal does not. */
export function usePostponeLocking() {
  const vault = useVault()
  useEffect(() => {
    vault.postponeLocking()
    for (const sign of signsOfUse)
      window.addEventListener(sign, vault.postponeLocking, { passive: true, capture: true })
    return () => {
      for (const sign of signsOfUse) window.removeEventListener(sign, vault.postponeLocking, { capture: true })
    }
  }, [vault])
}
