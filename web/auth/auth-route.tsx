import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHydrated } from '../lib/use-hydrated.ts'
import { pageMeta } from '../site/found/page-meta.ts'
import { Alert } from '../ui/alert.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'
import { prepareToasts } from '../ui/toast.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PortalPromise } from './portal-promise.tsx'
import { useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const meta = () => pageMeta('/auth')

export default function AuthRoute() {
  useEffect(prepareToasts, [])
  useLeaveWhenSignedIn()

  return (
    <div
      data-toasts="left"
      className="wrap-anywhere mx-auto grid min-h-[min(100svh,56rem)] max-w-6xl items-stretch gap-10 px-gutter pt-[calc(var(--spacing-header)+1.5rem)] pb-24 lg:grid-cols-[1fr_minmax(0,27rem)] lg:gap-16 lg:pt-[calc(var(--spacing-header)+2.5rem)]"
    >
      <div className="grid gap-6 self-center lg:order-last">
        <h1 className="font-display text-4xl tracking-tight">Agency Portal</h1>
        <AuthPanel />
      </div>
      <PortalPromise />
    </div>
  )
}

/** A signed-in person is sent on to the dashboard (spec 1§2, 1§8), except one who came to choose a new password. */
function useLeaveWhenSignedIn() {
  const session = useSession()
  const navigate = useNavigate()
  const isDone = session.status === 'signed-in' && !session.isRecovering

  useEffect(() => {
    if (isDone) void navigate('/dashboard', { replace: true })
  }, [isDone, navigate])
}

type Tab = 'sign-in' | 'sign-up'

function AuthPanel() {
  const session = useSession()
  const [tab, setTab] = useState<Tab>('sign-in')
  const [isForgotten, setIsForgotten] = useState(false)
  const [failure, setFailure] = useState<string>()
  // Until React is here nothing would happen on a click, so that nothing can be clicked.
  const isDead = !useHydrated()
  const notice = session.status === 'signed-out' ? session.notice : undefined
  const message = failure ?? notice
  const alert = message !== undefined && <Alert tone="danger">{message}</Alert>

  if (session.status === 'signed-in' && session.isRecovering) {
    return (
      <>
        {alert}
        <NewPasswordForm email={session.user.email} onFailure={setFailure} />
      </>
    )
  }

  if (isForgotten) {
    return (
      <>
        {alert}
        <ForgotPasswordForm onFailure={setFailure} onBack={() => open('sign-in')} />
      </>
    )
  }

  function open(next: Tab, forgotten = false) {
    setTab(next)
    setIsForgotten(forgotten)
    setFailure(undefined)
  }

  return (
    <Tabs value={tab} onValueChange={(next) => open(next === 'sign-up' ? 'sign-up' : 'sign-in')} className="grid gap-6">
      <TabsList aria-label="Sign in or sign up">
        <TabsTrigger value="sign-in" disabled={isDead}>
          Sign In
        </TabsTrigger>
        <TabsTrigger value="sign-up" disabled={isDead}>
          Sign Up
        </TabsTrigger>
      </TabsList>
      <noscript>
        <Alert tone="info">Signing in needs JavaScript. Please switch it on and reload this page.</Alert>
      </noscript>
      {alert}
      <TabsContent value="sign-in">
        <SignInForm onFailure={setFailure} onForgotten={() => open('sign-in', true)} />
      </TabsContent>
      <TabsContent value="sign-up">
        <SignUpForm onFailure={setFailure} />
      </TabsContent>
    </Tabs>
  )
}
