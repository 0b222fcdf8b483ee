import { leaveToast } from '../ui/toast-left-behind.ts'

/** However somebody has signed in, the dashboard says so, once (spec 1§8). */
export const welcome = () =>
  leaveToast({ title: 'Welcome back!', description: 'You have been signed in successfully.' })
