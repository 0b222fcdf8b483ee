import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { startPage } from '../start-page.ts'
import { FloatingCall } from './floating-call.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export const links = () => [{ rel: 'manifest', href: '/manifest.webmanifest' }]

/** What every public page has around it. */
export default function SiteLayout() {
  const { pathname } = useLocation()
  // Runs only where React is at home: in the development server, and on a public page reached from the portal.
  useEffect(() => {
    // Not before the page is React's own: it compares what it finds with what it would write.
    void import('../site-elements.ts')
    return startPage()
  }, [])
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <SiteHeader pathname={pathname} />
      <main id="content" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
      <SiteFooter />
      <FloatingCall />
    </>
  )
}
