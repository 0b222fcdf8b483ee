import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { fewFiles } from './scripts/few-files.ts'
import { inOneFile } from './scripts/in-one-file.ts'
import { keepThePage } from './scripts/keep-the-page.ts'
import { patientPrerender } from './scripts/patient-prerender.ts'

const backend = `http://localhost:${process.env.API_PORT ?? 3001}`

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), fewFiles(), keepThePage(), patientPrerender(), inOneFile()],
  resolve: {
    alias: { 'react-style-singleton': join(import.meta.dirname, 'ui/adopted-style.ts') },
  },
  build: {
    // What guesses the code page of a table is larger than Vite's limit, and loaded by whoever imports one. The check weighs pages.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { checks: { bundlerTimings: false, pluginTimings: false } },
  },
  server: {
    // Only the services are passed on: /auth itself is a page, /auth/v1 is the backend's.
    proxy: {
      '^/(auth|rest|storage|functions|realtime)/v1(/|$|\\?)': { target: backend, ws: true },
      '^/(config\\.json|health)$': { target: backend },
    },
  },
})
