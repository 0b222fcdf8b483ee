import displayFont from '@fontsource/sansita/files/sansita-latin-800-normal.woff2?url'
import textFont from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root.ts'
import './app.css'
import { siteLogo, siteName } from './lib/site-name.ts'
import { PageSpinner } from './ui/spinner.tsx'

/** Meta tags of pages without their own: the portal, which search engines should not index. */
export const meta: Route.MetaFunction = () => [{ title: siteName() }, { name: 'robots', content: 'noindex' }]

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf5ea" />
        <meta name="application-name" content={siteName()} />
        <meta name="application-logo" content={siteLogo()} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The spinner at portal addresses until the script has loaded. */
export const HydrateFallback = PageSpinner

export default function Root() {
  return <Outlet />
}
