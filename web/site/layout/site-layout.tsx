import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { startPageBehaviours } from '../page-behaviours.ts'
import { FloatingCall } from './floating-call.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export const links = () => [{ rel: 'manifest', href: '/manifest.webmanifest' }]

/** The header, footer and floating button around every public page. */
export default function SiteLayout() {
  const { pathname } = useLocation()
  // The script of public pages runs here only with React: in the development server, and on a public page reached from
  // the portal.
  useEffect(() => {
    // Custom elements change the markup, so they load after hydration, which compares it.
    void import('../site-elements.ts')
    return startPageBehaviours()
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
