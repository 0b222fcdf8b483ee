import { useEffect } from 'react'
import { useVault } from './vault-context.tsx'

const signsOfUse = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Input on the vault's screen postpones locking; input elsewhere in the portal does not. */
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
