import { agency } from '../../agency.ts'
import { slot } from '../facts/slot.ts'

/** What a phone shows once somebody puts the site on its home screen. */
export const manifest = {
  id: '/',
  name: slot('name'),
  short_name: slot('name'),
  description: agency.description,
  lang: 'en-US',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
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
