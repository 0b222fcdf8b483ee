import { type FormEvent, type RefObject, useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SecretInput } from './secret-input.tsx'
import { useShown } from './use-shown.ts'
import { useVault } from './vault-context.tsx'

type UnlockFormProps = { field: RefObject<HTMLInputElement | null>; onUnlock: (typed: string) => void }

export function UnlockForm({ field, onUnlock }: UnlockFormProps) {
  const vault = useVault()
  const shown = useShown()
  useEffect(() => vault.watchField(() => field.current?.value ?? ''), [vault, field])

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    // After a failed attempt the field stays, empty, for the next one.
    if (field.current) field.current.value = ''
    onUnlock(typed)
  }
  return (
    <form noValidate autoComplete="off" onSubmit={submit} className="min-w-0 max-w-lg flex-1 basis-72">
      <Field label="Passphrase" className="sm:flex sm:items-center sm:gap-3">
        {(control) => (
          <div className="flex min-w-0 flex-1 gap-2">
            <SecretInput what="passphrase" {...control} ref={field} shown={shown} className="flex-1" />
            <Button type="submit">Unlock</Button>
          </div>
        )}
      </Field>
    </form>
  )
}
