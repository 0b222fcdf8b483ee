import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useOwnAgency } from '../me/use-own-agency.ts'
import { useHoldOutgoingLinks } from '../offline/use-hold-outgoing-links.ts'
import { Header } from './header.tsx'
import { PortalSidebar } from './portal-sidebar.tsx'
import { useSidebar } from './use-sidebar.ts'
import { useToasts } from './use-toasts.ts'

/** The frame around every screen of the portal. */
export function Shell({ children }: { children: ReactNode }) {
  const sidebar = useSidebar()
  const main = useRef<HTMLElement>(null)
  useFocusOnNavigation(main)
  useToasts()
  useHoldOutgoingLinks()
  useOwnAgency()

  return (
    <div className="min-h-dvh md:flex">
      <a
        href="#main"
        className="-translate-y-full fixed top-0 left-4 z-50 rounded-b-control bg-light px-4 py-2 font-medium text-on-light focus:translate-y-0"
      >
        Skip to main content
      </a>
      <NavigationProgress />
      {/* On paper is what the screen is about. */}
      <div className="contents print:hidden">
        <PortalSidebar {...sidebar} />
      </div>
      <div className="min-w-0 flex-1">
        <Header {...sidebar} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto max-w-7xl px-4 py-6 outline-none has-[>[data-wide]]:max-w-none sm:px-6 lg:px-8 lg:py-8"
        >
          {children}
        </main>
      </div>
    </div>
  )
}

/** Moves the focus to the heading of a new screen. A search or another page within a screen keeps the focus. */
function useFocusOnNavigation(main: { current: HTMLElement | null }) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const target = main.current?.querySelector<HTMLElement>('h1[tabindex]') ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname, main])
}

/** A thin bar while the next screen loads. It appears with a delay, since most screens load at once. */
function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="progressbar" aria-label="Loading the next screen" className="fixed inset-x-0 top-0 z-50 h-0.5">
      <div className="navigation-progress h-full bg-signal" />
    </div>
  )
}
