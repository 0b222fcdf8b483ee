import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { linksWithoutPrefetch } from './scripts/links-without-prefetch.ts'
import { longPrerenderTimeout } from './scripts/long-prerender-timeout.ts'
import { portalChunks } from './scripts/portal-chunks.ts'
import { selfContainedPages } from './scripts/self-contained-pages.ts'

const backend = `http://localhost:${process.env.API_PORT ?? 3001}`

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    portalChunks(),
    linksWithoutPrefetch(),
    longPrerenderTimeout(),
    selfContainedPages(),
  ],
  resolve: {
    alias: { 'react-style-singleton': join(import.meta.dirname, 'ui/style-singleton.ts') },
  },
  build: {
    // The code page detector exceeds Vite's size limit, and is loaded only for imports. `npm run check` checks the size
    // of the pages.
    chunkSizeWarningLimit: 1200,
    // A screen's own script is fetched before the scripts that it shares with others. Browsers never fetch a script again
    // that failed once, so a screen that is opened without a network must fail at the first.
    modulePreload: {
      resolveDependencies: (file, needed) =>
        /-route-[^/]*\.js$/.test(file) ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
  server: {
    // The development server proxies only API paths: /auth itself is a page, /auth/v1 is the backend's.
    proxy: {
      '^/(auth|rest|storage|functions|realtime)/v1(/|$|\\?)': { target: backend, ws: true },
      '^/(config\\.json|health)$': { target: backend },
    },
  },
})
