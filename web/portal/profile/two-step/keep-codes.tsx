import { Copy, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useMe } from '../../me/me.ts'
import { profileToasts } from '../profile-toasts.ts'
import { groupByFour, recoveryCodesText } from './recovery-codes.ts'

const FILE_NAME = 'recovery-codes.txt'

/** Shows new recovery codes. That is possible only once, since the server keeps only their hashes. */
export function KeepCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { email } = useMe()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that made the codes is gone, so the focus goes to the title.
  useEffect(() => title.current?.focus(), [])
  const text = recoveryCodesText(codes, { email, site: window.location.host })

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(profileToasts.recoveryCodesCopied)
    } catch {
      toast.error(profileToasts.recoveryCodesNotCopied)
    }
  }

  return (
    <section aria-labelledby="keep-codes" className="grid gap-4">
      <div className="grid gap-1">
        <h3 ref={title} id="keep-codes" tabIndex={-1} className="font-medium outline-none">
          Keep Your Recovery Codes
        </h3>
        <p className="text-ink-soft">
          Each lets you in once when you don’t have your phone. Keep them where you keep your passwords, not on the
          phone alone: they are shown only now.
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] gap-x-4 gap-y-2 rounded-control border border-line bg-paper p-4 font-mono">
        {codes.map((code) => (
          <li key={code}>{groupByFour(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </Button>
        <Button variant="outline" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE_NAME)}>
          <Download aria-hidden />
          Download
        </Button>
        <Button onClick={onKept}>I’ve Saved Them</Button>
      </div>
    </section>
  )
}
