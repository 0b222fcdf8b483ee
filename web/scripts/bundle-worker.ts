import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Builds the portal's service worker with its list of files. Its address never changes: browsers look there for a newer
 * version.
 */
export async function bundleWorker(clientDir: string, files: readonly string[]): Promise<void> {
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
  await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PORTAL: JSON.stringify({ version, files }) },
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../service-worker/service-worker.ts'),
        output: { entryFileNames: 'service-worker.js' },
      },
    },
  })
}
