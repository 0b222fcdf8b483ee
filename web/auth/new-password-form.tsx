import { AuthForm } from './auth-form.tsx'

/** Where the mail for a forgotten password leads: signed in by its link, and a new password to choose. */
export function NewPasswordForm() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="new-password-title" className="font-semibold text-lg">
          Choose a new password
        </h2>
        <p className="break-words text-ink-soft">
          For <span data-address />.
        </p>
      </div>
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
        busyAction="Saving..."
      />
    </div>
  )
}
