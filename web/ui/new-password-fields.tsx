import type { NewPassword } from '../lib/new-password.ts'
import { typedFormFields } from './typed-form-fields.ts'

const { TextField } = typedFormFields<NewPassword>()

/** Fields for a new password, typed twice. */
export const NewPasswordFields = () => (
  <>
    <TextField
      name="password"
      label="New Password"
      type="password"
      hint="At least 6 characters."
      required
      autoComplete="new-password"
    />
    <TextField name="confirmation" label="Confirm New Password" type="password" required autoComplete="new-password" />
  </>
)
