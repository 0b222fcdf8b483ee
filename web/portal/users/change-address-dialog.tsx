import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { accountField } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput } from '../../ui/input.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { nameOf } from '../people/person.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { User } from './user.ts'
import { changeAddress } from './user-mutations.ts'

const addressForm = z.object({ email: accountField })
type Typed = z.input<typeof addressForm>

/** Asks for another address of somebody. Open while there is one. */
export function ChangeAddressDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  // What it says still stands there while the dialog fades out.
  const shown = useRef(user)
  shown.current = user ?? shown.current
  const form = useForm<Typed, unknown, z.output<typeof addressForm>>({
    defaultValues: { email: '' },
    resolver: zodResolver(addressForm),
  })
  const returnFocus = useReturnFocus()
  const [ask, isBusy] = useWrite(changeAddress, { onSuccess: close })

  function close() {
    form.reset()
    onClose()
  }

  const owner = shown.current
  const send = form.handleSubmit(({ email }) => owner && ask({ userId: owner.id, email }))
  return (
    <Dialog open={user !== undefined} onOpenChange={(isOpen) => !isOpen && !isBusy && close()}>
      {owner && (
        <DialogContent
          {...returnFocus}
          title={`Change the email of ${nameOf(owner)}`}
          description="The new address gets a link to confirm it within a day. The old one is told then, and can undo it for 72 hours."
        >
          <form method="post" noValidate onSubmit={send} className="grid gap-4">
            <p className="wrap-anywhere text-sm">
              Now: <span className="font-medium">{owner.email}</span>
              {owner.awaitedEmail !== null && <>; {owner.awaitedEmail} has not confirmed yet</>}
            </p>
            <Field label="New Email" error={form.formState.errors.email?.message}>
              {(control) => <EmailInput {...control} {...form.register('email')} required />}
            </Field>
            <DialogFooter className="pt-1">
              <Button variant="outline" disabled={isBusy} onClick={close}>
                Cancel
              </Button>
              <Button type="submit" disabled={isBusy}>
                {isBusy ? 'Sending...' : 'Send Link'}
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      )}
    </Dialog>
  )
}
