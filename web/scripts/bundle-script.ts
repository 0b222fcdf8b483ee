import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { build } from 'vite'

/**
 * Builds the script of a static page into the assets and returns its address. A script larger than `mostBytes` fails the
 * build.
 */
export async function bundleScript(clientDir: string, script: string, mostBytes: number): Promise<string> {
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
        input: join(import.meta.dirname, '..', script),
        output: { entryFileNames: `assets/${basename(script, '.ts')}-[hash].js` },
      },
    },
  })
  const outputs = 'output' in result ? result.output : []
  const built = outputs.find((output) => output.type === 'chunk' && output.isEntry)
  if (!built || outputs.length !== 1) throw new Error(`${script} should be one file`)

  const { length } = await readFile(join(clientDir, built.fileName))
  if (length > mostBytes) throw new Error(`${script} has ${length} bytes: something large was imported into it`)
  return `/${built.fileName}`
}
