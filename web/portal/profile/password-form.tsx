import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, useForm } from 'react-hook-form'
import { complaintAbout, newPasswordForm } from '../../lib/new-password.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import { changePassword, WrongPassword } from './change-password.ts'
import { profileToasts } from './profile-toasts.ts'

const passwordForm = z.intersection(
  z.object({ current: z.string().min(1, 'Enter your current password.') }),
  newPasswordForm,
)

type Passwords = z.output<typeof passwordForm>

const empty: Passwords = { current: '', password: '', confirmation: '' }

const complaints = {
  missing: profileToasts.passwordRequired,
  short: profileToasts.passwordTooShort,
  different: profileToasts.passwordsDiffer,
}

/** What is typed here is kept nowhere, and gone as soon as it is done. */
export function PasswordForm() {
  const { email } = useMe()
  const { register, handleSubmit, reset, setError, formState } = useForm<Passwords>({
    defaultValues: empty,
    resolver: zodResolver(passwordForm),
  })
  const [change, isBusy] = useWrite(changePassword(email), {
    onSuccess: () => reset(empty),
    onError(error) {
      if (!(error instanceof WrongPassword)) return
      setError('current', { message: 'This is not your current password.' }, { shouldFocus: true })
    },
  })

  function complain(errors: FieldErrors<Passwords>) {
    const complaint = errors.current ? 'missing' : complaintAbout(errors)
    if (complaint) toast.error(complaints[complaint])
  }

  const { errors } = formState
  return (
    <form
      method="post"
      noValidate
      aria-label="Change Password"
      onSubmit={handleSubmit(change, complain)}
      className="grid gap-4"
    >
      {/* So that a password manager knows whose password it is. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <Field label="Current Password" error={errors.current?.message}>
        {(control) => (
          <Input {...control} {...register('current')} type="password" required autoComplete="current-password" />
        )}
      </Field>
      <Field label="New Password" error={errors.password?.message} hint="At least 6 characters.">
        {(control) => (
          <Input {...control} {...register('password')} type="password" required autoComplete="new-password" />
        )}
      </Field>
      <Field label="Confirm New Password" error={errors.confirmation?.message}>
        {(control) => (
          <Input {...control} {...register('confirmation')} type="password" required autoComplete="new-password" />
        )}
      </Field>
      <p className="text-ink-soft text-sm">
        You stay signed in here. Wherever else you are signed in, you are signed out.
      </p>
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  )
}
