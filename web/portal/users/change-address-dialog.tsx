import { accountField } from '../../lib/form-rules.ts'
import { z } from '../../lib/zod.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { nameOf } from '../people/person.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import type { User } from './user.ts'
import { changeAddress } from './user-mutations.ts'

const addressForm = z.object({ email: accountField })

/** The dialog that asks for another address of a person. It is open while there is one. */
export function ChangeAddressDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  return (
    <FormDialog
      isOpen={user !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Change the email of ${user ? nameOf(user) : ''}`}
      description="We email a link to the new address, to confirm within a day. The old address is then notified and can undo the change for 72 hours."
    >
      {user && <ChangeAddressForm user={user} onClose={onClose} />}
    </FormDialog>
  )
}

function ChangeAddressForm({ user, onClose }: { user: User; onClose: () => void }) {
  const entity = useEntityForm({ values: { email: '' }, schema: addressForm, write: changeAddress, onDone: onClose })
  return (
    <EntityForm
      entity={entity}
      method="post"
      onSubmit={({ email }) => entity.save({ userId: user.id, email })}
      action="Send Link"
      busyAction="Sending..."
    >
      <p className="wrap-anywhere text-sm">
        Now: <span className="font-medium">{user.email}</span>
        {user.awaitedEmail !== null && <>; {user.awaitedEmail} has not confirmed yet</>}
      </p>
      <TextField name="email" label="New Email" type="email" required />
    </EntityForm>
  )
}
