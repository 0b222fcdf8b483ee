import type { FieldErrors } from 'react-hook-form'
import { newPasswordError, newPasswordForm } from '../../lib/new-password.ts'
import { z } from '../../lib/zod.ts'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { toast } from '../../ui/toast.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useMe } from '../me/me.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { changePassword, WrongPassword } from './change-password.ts'
import { profileToasts } from './profile-toasts.ts'

const passwordForm = z.intersection(
  z.object({ current: z.string().min(1, 'Enter your current password.') }),
  newPasswordForm,
)

type Passwords = z.output<typeof passwordForm>

const empty: Passwords = { current: '', password: '', confirmation: '' }

const { TextField } = typedFormFields<Passwords>()

const complaints = {
  missing: profileToasts.passwordRequired,
  short: profileToasts.passwordTooShort,
  different: profileToasts.passwordsDiffer,
}

/** The form for a new password. Passwords are not kept as a draft, and the form is emptied after saving. */
export function PasswordForm() {
  const { email } = useMe()
  const entity = useEntityForm({
    values: empty,
    schema: passwordForm,
    write: changePassword,
    onFailed(error) {
      if (!(error instanceof WrongPassword)) return
      setError('current', { message: 'This is not your current password.' }, { shouldFocus: true })
    },
  })
  const { setError } = entity.form
  return (
    <EntityForm
      entity={entity}
      method="post"
      aria-label="Change Password"
      onSubmit={entity.save}
      onInvalid={complain}
      action="Change Password"
      busyAction="Changing..."
      footer="start"
    >
      {/* So that a password manager knows whose password it is. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <TextField name="current" label="Current Password" type="password" required autoComplete="current-password" />
      <NewPasswordFields />
      <p className="text-ink-soft text-sm">You stay signed in here and are signed out everywhere else.</p>
    </EntityForm>
  )
}

function complain(errors: FieldErrors<Passwords>) {
  const complaint = errors.current ? 'missing' : newPasswordError(errors)
  if (complaint) toast.error(complaints[complaint])
}
