import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { accountField } from '../../lib/form-fields.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { EmailInput } from '../../ui/input.tsx'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import { changeEmail } from './change-email.ts'

/** Another address to sign in with. */
export function ChangeEmailDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" className="justify-self-start">
          Change Email
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Change Email"
        description="Both addresses get a mail with a link, the new one and the present one. Until both were opened, nothing changes."
      >
        <ChangeEmailForm onClose={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function ChangeEmailForm({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const newAddress = z.object({
    email: accountField
      .transform((email) => email.toLowerCase())
      .refine((email) => email !== me.email, 'That is your address already.'),
  })
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: '' },
    resolver: zodResolver(newAddress),
  })
  const [change, isBusy] = useWrite(changeEmail, { onSuccess: onClose })

  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => change(email))} className="grid gap-4">
      <p className="text-ink-soft text-sm">
        Now: <span className="break-all text-ink">{me.email}</span>
      </p>
      <Field label="New Email" error={formState.errors.email?.message}>
        {(control) => <EmailInput {...control} {...register('email')} required autoComplete="email" />}
      </Field>
      <DialogFooter className="pt-1">
        <Button variant="outline" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Asking...' : 'Send Links'}
        </Button>
      </DialogFooter>
    </form>
  )
}
