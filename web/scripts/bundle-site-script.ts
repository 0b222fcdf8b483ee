import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

const MOST_BYTES = 24_000

/** Builds the script of the static pages into the assets, and returns its address. */
export async function bundleSiteScript(clientDir: string): Promise<string> {
  const result = await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: clientDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, '../site/site-script.ts'),
        output: { entryFileNames: 'assets/site-[hash].js' },
      },
    },
  })
  const outputs = 'output' in result ? result.output : []
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (!script || outputs.length !== 1) throw new Error('The site script should be one file')

  const { length } = await readFile(join(clientDir, script.fileName))
  if (length > MOST_BYTES) throw new Error(`The site script has ${length} bytes: something large was imported into it`)
  return `/${script.fileName}`
}
