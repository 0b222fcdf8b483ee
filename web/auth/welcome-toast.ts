import { showToastOnNextPage } from '../ui/next-page-toast.ts'

/** Welcomes a person once on the dashboard after any kind of sign-in (docs/specification/sign-in.md#signing-in). */
export const showWelcomeToast = () =>
  showToastOnNextPage({ title: 'Welcome back!', description: 'You have been signed in successfully.' })
