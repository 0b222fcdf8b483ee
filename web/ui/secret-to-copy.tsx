import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { DialogFooter } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { toast } from './toast.ts'

type SecretToCopyProps = {
  /** What it is called: 'Secret'. */
  label: string
  hint: string
  secret: string
  onDone: () => void
}

/** A secret that a dialog shows this once. */
export function SecretToCopy({ label, hint, secret, onDone }: SecretToCopyProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toast.success({ title: 'Copied', description: `${label} copied to clipboard.` })
    } catch {
      toast.error({
        title: 'Error',
        description: `The ${label.toLowerCase()} could not be copied. Please copy it manually.`,
      })
    }
  }
  return (
    <div className="grid gap-4">
      <Field label={label} hint={hint}>
        {(control) => (
          <Input {...control} readOnly value={secret} autoFocus onFocus={(event) => event.currentTarget.select()} />
        )}
      </Field>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Done
        </Button>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy {label}
        </Button>
      </DialogFooter>
    </div>
  )
}
