import { Copy, ExternalLink } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { linkToasts } from './link-toasts.ts'

/**
 * Shows the address of a new link to a client page, this once, to be copied or previewed. A preview does not count as opened by
 * the client.
 */
export function MadeLink({ address, onDone }: { address: string; onDone: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success(linkToasts.copied)
    } catch {
      toast.error(linkToasts.notCopied)
    }
  }
  return (
    <div className="grid gap-4">
      <Field label="Address">
        {(control) => (
          <Input {...control} readOnly value={address} autoFocus onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy Link
        </Button>
        <Button variant="outline" asChild>
          <a href={`${address}?preview`} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden />
            View the Page
          </a>
        </Button>
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}
