import { AuthForm } from './auth-form.tsx'

/** The form for a new password, to which a recovery mail leads. */
export function NewPasswordForm() {
  return (
    <new-password-form className="contents" busy-action="Saving...">
      <AuthForm
        id="new-password"
        fields={[
          {
            name: 'password',
            label: 'New Password',
            type: 'password',
            autoComplete: 'new-password',
            hint: 'At least 6 characters.',
          },
          { name: 'confirmation', label: 'Confirm New Password', type: 'password', autoComplete: 'new-password' },
        ]}
        action="Set New Password"
      />
    </new-password-form>
  )
}
