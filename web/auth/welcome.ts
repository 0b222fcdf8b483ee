import { leaveToast } from '../ui/toast-left-behind.ts'

/** However somebody has signed in, the dashboard says so, once (docs/specification/sign-in.md#signing-in). */
export const welcome = () =>
  leaveToast({ title: 'Welcome back!', description: 'You have been signed in successfully.' })
