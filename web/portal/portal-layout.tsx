import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet } from 'react-router'
import { SIGN_OUT_NOTICE } from '../auth/session-keeper.ts'
import { endPushSession } from '../lib/push-session.ts'
import { leaveTabMessage } from '../lib/tab-message.ts'
import { Button } from '../ui/button.tsx'
import { FailedRequest } from '../ui/empty-and-error-states.tsx'
import { showToastOfPreviousPage } from '../ui/next-page-toast.ts'
import { PageSpinner } from '../ui/spinner.tsx'
import type { Route } from './+types/portal-layout.ts'
import darkMode from './dark-mode.css?url'
import { LiveChanges } from './live/live-changes.tsx'
import { type Me, MeContext } from './me/me.ts'
import { forgetAgency } from './me/own-agency.ts'
import { retrySession, useSession } from './me/use-session.ts'
import { DeviceNotices } from './notices/device-notices.tsx'
import { cachePortal } from './offline/cache-portal.ts'
import { useIsOnline } from './offline/online.ts'
import { takePrefetched } from './prefetch/prefetched-answers.ts'
import { Shell } from './shell/shell.tsx'
import { VaultProvider } from './vault/vault-context.tsx'

/**
 * The default title of the portal. Each screen sets its own (page/page.tsx), since some know it only once their data
 * has loaded.
 */
export const meta: Route.MetaFunction = () => [{ name: 'robots', content: 'noindex' }]

/** The build writes these into the page (scripts/preload-portal.ts), and the development server reads them here. */
export const links: Route.LinksFunction = () => [
  { rel: 'manifest', href: '/portal.webmanifest' },
  { rel: 'stylesheet', href: darkMode },
]

/** The root of the portal: nothing renders before the session is known. */
export default function PortalLayout() {
  useEffect(showToastOfPreviousPage, [])
  const session = useSession()

  switch (session.status) {
    case 'loading':
      return <Waiting />
    case 'unreachable':
      return <Unreachable />
    case 'signed-out':
      return <SendToSignIn notice={session.notice} />
    case 'signed-in':
      if (session.owesCode || session.isRecovering) return <SendToSignIn notice={undefined} />
      // The key makes React start afresh when another person signs in, so that no screen keeps anything of the person
      // before.
      return <SignedIn key={session.user.id} me={session.user} />
  }
}

/** Leads to /auth by loading the page, which is separate and has no React. */
function SendToSignIn({ notice }: { notice: string | undefined }) {
  const isOnline = useIsOnline()
  useEffect(() => void endPushSession(), [])
  useEffect(forgetAgency, [])
  useEffect(() => {
    if (!isOnline) return
    if (notice !== undefined) leaveTabMessage(SIGN_OUT_NOTICE, notice)
    window.location.replace('/auth')
  }, [notice, isOnline])
  if (isOnline) return <Waiting />
  return (
    <Stopped title="You are signed out" text="You are offline. Sign-in opens by itself once you are back online." />
  )
}

/** A spinner that fills the window until the session is known. */
function Waiting() {
  const isOnline = useIsOnline()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 1000)
    return () => clearTimeout(timer)
  }, [])
  if (isLong && !isOnline) return <Unreachable />
  return (
    <>
      <title>Loading | Dashboard</title>
      <PageSpinner />
    </>
  )
}

function SignedIn({ me }: { me: Me }) {
  const [queryClient] = useState(() => takePrefetched(me.id))
  useEffect(cachePortal, [])
  return (
    <QueryClientProvider client={queryClient}>
      <MeContext value={me}>
        <LiveChanges />
        <DeviceNotices />
        <VaultProvider>
          <Shell>
            <Outlet />
          </Shell>
        </VaultProvider>
      </MeContext>
    </QueryClientProvider>
  )
}

/** The note that the server cannot be reached; it retries automatically when the network returns. */
function Unreachable() {
  const isOnline = useIsOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) retrySession()
    wasOnline.current = isOnline
  }, [isOnline])
  return (
    <Stopped
      title={isOnline ? 'The server is not answering' : 'You are offline'}
      text={
        isOnline
          ? 'Please check your connection and try again.'
          : 'The portal opens by itself once you are back online.'
      }
      {...(isOnline && { onRetry: retrySession })}
    />
  )
}

/** The error page of the portal's frame. Errors in a screen stay inside the frame (screen-layout.tsx). */
export const ErrorBoundary = () => (
  <Stopped
    title="Something went wrong"
    text="This screen could not be shown. Loading it again usually helps."
    onRetry={() => window.location.reload()}
  />
)

type StoppedProps = { title: string; text: string; onRetry?: () => void }

function Stopped({ title, text, onRetry }: StoppedProps) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-center">
      <title>{`${title} | Dashboard`}</title>
      <h1 className="font-semibold text-2xl">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <FailedRequest />
      {onRetry && <Button onClick={onRetry}>Try Again</Button>}
    </main>
  )
}
