import { useState } from 'react'
import { accountField } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { useMe } from '../me/me.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { changeEmail } from './change-email.ts'

/** The dialog that asks for a new address to sign in with. */
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
        description="We email a link to both your current and your new address. The change takes effect once you have opened both."
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
      .refine((email) => email !== me.email, 'That is already your address.'),
  })
  const entity = useEntityForm({ values: { email: '' }, schema: newAddress, write: changeEmail, onDone: onClose })
  return (
    <EntityForm entity={entity} onSubmit={({ email }) => entity.save(email)} action="Send Links" busyAction="Asking...">
      <p className="text-ink-soft text-sm">
        Now: <span className="break-all text-ink">{me.email}</span>
      </p>
      <TextField name="email" label="New Email" type="email" required autoComplete="email" />
    </EntityForm>
  )
}
