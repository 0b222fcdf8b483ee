import { agency } from '../../agency.ts'
import { slot } from '../../lib/slot.ts'

const both = {
  name: slot('name'),
  short_name: slot('name'),
  lang: 'en-US',
  // The scope of the portal's web app manifest includes /auth, which belongs to it.
  scope: '/',
  background_color: '#faf5ea',
  theme_color: '#faf5ea',
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable-192.png', type: 'image/png', sizes: '192x192', purpose: 'maskable' },
    { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
}

/** The web app manifest of the website on a phone's home screen. */
const site = { id: '/', ...both, description: agency.description, start_url: '/', display: 'minimal-ui' }

/** The web app manifest of the portal as an installed app. */
const portal = {
  id: '/dashboard',
  ...both,
  description: `The portal of ${slot('name')}: clients, projects, messages.`,
  start_url: '/dashboard',
  display: 'standalone',
}

/** Web app manifests by file name. */
export const manifests = { 'manifest.webmanifest': site, 'portal.webmanifest': portal }
