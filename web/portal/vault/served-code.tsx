import { useEffect, useState } from 'react'
import { fingerprintOf, SERVED_SCRIPTS } from './fingerprint.ts'

/**
 * Shows the fingerprint of the code that this browser was served, short enough to compare (docs/vault-security.md).
 * Development builds have no list of scripts, so nothing is shown.
 */
export function ServedCode() {
  const fingerprint = useFingerprint()
  if (fingerprint === undefined) return null
  return (
    <p className="border-line border-t pt-3 text-ink-soft text-xs">
      Code fingerprint <span className="whitespace-normal font-mono text-ink">{fingerprint}</span>. Whoever is served
      the same code sees the same.
    </p>
  )
}

function useFingerprint(): string | undefined {
  const [fingerprint, setFingerprint] = useState<string>()
  useEffect(() => {
    const list = document.getElementById(SERVED_SCRIPTS)?.textContent
    if (list && crypto.subtle) void fingerprintOf(list).then(setFingerprint)
  }, [])
  return fingerprint
}
