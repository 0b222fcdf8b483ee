import { messageOf } from '../lib/errors.ts'
import { useHydrated } from '../lib/use-hydrated.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { AuthForm } from './auth-form.tsx'
import { NO_ANSWER } from './messages.ts'
import { sessionClient } from './session.ts'

type SignInFormProps = { onFailure: (message: string | undefined) => void; onForgotten: () => void }

/** Success needs no step here: the session changes, and /auth sends a signed-in person on. */
export function SignInForm({ onFailure, onForgotten }: SignInFormProps) {
  const isHydrated = useHydrated()

  async function signIn(value: (name: string) => string) {
    onFailure(undefined)
    try {
      const client = await sessionClient()
      const { error } = await client.auth.signInWithPassword({ email: value('email'), password: value('password') })
      if (error) throw error
      toast.success({ title: 'Welcome back!', description: 'You have been signed in successfully.' })
    } catch (error) {
      const message = messageOf(error, NO_ANSWER)
      onFailure(message)
      toast.error({ title: 'Sign in failed', description: message })
    }
  }

  return (
    <AuthForm
      fields={[
        { name: 'email', label: 'Email', type: 'email', autoComplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
      ]}
      action="Sign In to Dashboard"
      busyAction="Signing In..."
      onSubmit={signIn}
    >
      <Button
        variant="link"
        size="inline"
        className="justify-self-start text-sm disabled:opacity-100"
        disabled={!isHydrated}
        onClick={onForgotten}
      >
        Forgot password?
      </Button>
    </AuthForm>
  )
}
