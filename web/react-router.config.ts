import type { Config } from '@react-router/dev/config'
import { staticPages } from './site/static-pages.ts'

/** Public pages become HTML files at build time; everything under /dashboard runs in the browser alone. */
export default {
  appDirectory: '.',
  ssr: false,
  prerender: [...staticPages],
} satisfies Config
