import type { Config } from '@react-router/dev/config'
import { staticPages } from './site/static-pages.ts'

/** Public pages are prerendered at build time; everything under /dashboard runs only in the browser. */
export default {
  appDirectory: '.',
  ssr: false,
  prerender: [...staticPages],
} satisfies Config
