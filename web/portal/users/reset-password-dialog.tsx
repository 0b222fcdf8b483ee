import { Copy, Dices } from 'lucide-react'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { type NewPassword, newPasswordError, newPasswordForm } from '../../lib/new-password.ts'
import { randomPassword } from '../../lib/random-password.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { nameOf } from '../people/person.tsx'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import type { User } from './user.ts'
import { resetPassword } from './user-mutations.ts'
import { userToasts } from './user-toasts.ts'

const GENERATED_LENGTH = 12

const complaints = {
  missing: userToasts.passwordRequired,
  short: userToasts.passwordTooShort,
  different: userToasts.passwordsDiffer,
}

type ResetPasswordDialogProps = { user: User | undefined; onClose: () => void }

/** The dialog is open while there is a person who needs a new password. */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  return (
    <FormDialog
      isOpen={user !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Reset Password"
      description={
        <>
          A new password for <strong>{user && nameOf(user)}</strong>. Wherever they are signed in, they are signed out.
        </>
      }
    >
      {/* Inside the dialog, so that what was typed is gone with it: passwords are kept nowhere. */}
      {user && <ResetPasswordForm user={user} onClose={onClose} />}
    </FormDialog>
  )
}

function ResetPasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [generated, setGenerated] = useState<string>()
  const [confirmed, setConfirmed] = useState<string>()
  const entity = useEntityForm({
    values: { password: '', confirmation: '' },
    schema: newPasswordForm,
    write: resetPassword,
    onSettled: () => setConfirmed(undefined),
    onDone: onClose,
  })
  const { form, save, isBusy } = entity
  const { setValue, watch, formState } = form
  const { isSubmitted } = formState

  function generate() {
    const password = randomPassword(GENERATED_LENGTH)
    setGenerated(password)
    setValue('password', password, { shouldValidate: isSubmitted })
    setValue('confirmation', password, { shouldValidate: isSubmitted })
  }

  return (
    <>
      <EntityForm
        entity={entity}
        method="post"
        onSubmit={({ password }) => setConfirmed(password)}
        onInvalid={showPasswordProblem}
        action="Reset Password"
        busyAction="Reset Password"
      >
        <NewPasswordFields />
        <Button variant="outline" disabled={isBusy} onClick={generate} className="justify-self-start">
          <Dices aria-hidden />
          Generate Random Password
        </Button>
        {generated !== undefined && generated === watch('password') && <Generated password={generated} />}
      </EntityForm>
      <ConfirmDialog
        isOpen={confirmed !== undefined}
        onOpenChange={(isOpen) => !isOpen && !isBusy && setConfirmed(undefined)}
        title={`Reset the password of ${nameOf(user)}?`}
        description="This action cannot be undone and will immediately change their password."
        action="Reset Password"
        busyAction="Resetting..."
        isBusy={isBusy}
        onConfirm={() => confirmed !== undefined && void save({ userId: user.id, newPassword: confirmed })}
      />
    </>
  )
}

function showPasswordProblem(errors: FieldErrors<NewPassword>) {
  const complaint = newPasswordError(errors)
  if (complaint) toast.error(complaints[complaint])
}

/** Shows a generated password to be handed on, since nobody can look it up later. */
function Generated({ password }: { password: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(password)
      toast.success(userToasts.passwordCopied)
    } catch {
      toast.error(userToasts.passwordNotCopied)
    }
  }

  return (
    <div className="flex items-center justify-between gap-3 rounded-control border border-line bg-paper py-1.5 pr-1.5 pl-4">
      <output className="select-all break-all font-mono text-lg tracking-wide">{password}</output>
      <Button variant="outline" onClick={() => void copy()} className="px-3">
        <Copy aria-hidden />
        Copy
      </Button>
    </div>
  )
}
