import type { Config } from '@react-router/dev/config'

/** Public pages become HTML files at build time; everything under /dashboard runs in the browser alone. */
export default {
  appDirectory: '.',
  ssr: false,
  prerender: ['/', '/contact', '/auth', '/404'],
} satisfies Config
