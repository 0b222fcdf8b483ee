import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Outlet } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { FailedRequest } from '../ui/empty-and-error-states.tsx'
import type { Route } from './+types/screen-layout.ts'
import { isServerReachable } from './offline/is-server-reachable.ts'
import { isMissingChunk, mayReload } from './offline/missing-chunk.ts'
import { useIsOnline } from './offline/online.ts'
import { LoadingPage } from './page/loading-page.tsx'
import { Page } from './page/page.tsx'

const RETRY_MS = 5_000

/** The frame's content: every screen renders here, so that a screen that fails leaves the frame intact. */
export default Outlet

/** The error page of a screen whose code fails to load or whose rendering throws. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissingChunk(error) ? <MissingScreen /> : <BrokenScreen />
}

/**
 * The note that a screen's code failed to load. It reloads the page when the network is back, since neither browser nor
 * router retries a failed import. If the network was there all along, the server may have a newer version; then it
 * reloads at most once a minute.
 */
function MissingScreen() {
  const isOnline = useIsOnline()
  const wasOffline = useRef(!isOnline)
  const [state, setState] = useState<'loading' | 'unreachable' | 'broken'>('loading')

  const loadAnew = useEffectEvent(async () => {
    if (!(await isServerReachable())) setState('unreachable')
    else if (wasOffline.current || mayReload()) window.location.reload()
    else setState('broken')
  })
  useEffect(() => {
    if (isOnline) void loadAnew()
    else wasOffline.current = true
  }, [isOnline])
  useEffect(() => {
    if (state !== 'unreachable') return
    const timer = setInterval(() => void loadAnew(), RETRY_MS)
    return () => clearInterval(timer)
  }, [state])

  if (!isOnline) {
    return <StoppedScreen title="You are offline" text="This screen opens by itself once you are back online." />
  }
  if (state === 'unreachable') {
    return <StoppedScreen title="The server is not answering" text="This screen opens by itself once it does." />
  }
  return state === 'broken' ? <BrokenScreen /> : <LoadingPage title="Loading" />
}

const BrokenScreen = () => (
  <StoppedScreen title="Something went wrong" text="This screen could not be shown. Loading it again usually helps.">
    <FailedRequest />
    <Button onClick={() => window.location.reload()}>Try Again</Button>
  </StoppedScreen>
)

const StoppedScreen = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <Page title={title}>
    <Card className="grid justify-items-center gap-4 px-5 py-16 text-center text-ink-soft">
      <p>{text}</p>
      {children}
    </Card>
  </Page>
)
