import { useEffect, useState } from 'react'
import { Dialog, DialogContent } from '../../../ui/dialog.tsx'
import { useFocusAfterDialog } from '../../../ui/use-focus-after-dialog.ts'
import { fingerprintOf, SERVED_SCRIPTS } from '../fingerprint.ts'

/** Says what the page does with the passphrase, and by which fingerprint its code is known (docs/vault-security.md). */
export function ServedCodeDialog({ onClose }: { onClose: () => void }) {
  const fingerprint = useFingerprint()
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="What was I served?"
        description="Your passphrase stays in this page’s memory. It is never stored or sent. The vault locks after 10 minutes without use."
        {...useFocusAfterDialog()}
      >
        {fingerprint && (
          <p>
            Code fingerprint <code className="mt-1 block rounded-control bg-paper p-3 font-mono">{fingerprint}</code>
            <span className="mt-2 block text-ink-soft text-sm">Colleagues with the same code see the same one.</span>
          </p>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** The fingerprint of the code that this browser was served. Development builds have no list of scripts, and so none. */
function useFingerprint(): string | undefined {
  const [fingerprint, setFingerprint] = useState<string>()
  useEffect(() => {
    const list = document.getElementById(SERVED_SCRIPTS)?.textContent
    if (list && crypto.subtle) void fingerprintOf(list).then(setFingerprint)
  }, [])
  return fingerprint
}
