import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { build, type Plugin } from 'vite'

const QUERY = '?self-contained'

/**
 * Makes `import page from './page.html?self-contained'` the text of a self-contained page: the script and the style sheet of
 * the same name are inlined, and its Content-Security-Policy allows these two and no request to anywhere.
 */
export function selfContainedPages(): Plugin {
  return {
    name: 'self-contained',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const page = id.slice(0, -QUERY.length)
      for (const ending of ['.html', '.css', '.ts']) this.addWatchFile(page.replace(/\.html$/, ending))
      return `export default ${JSON.stringify(await writeSelfContained(page))}`
    },
  }
}

export async function writeSelfContained(page: string): Promise<string> {
  const style = (await readFile(page.replace(/\.html$/, '.css'), 'utf8')).replaceAll(/\s*([{}:;,])\s+/g, '$1').trim()
  const script = await bundled(page.replace(/\.html$/, '.ts'))
  if (script.includes('</script')) throw new Error(`The script of ${page} contains a closing script tag`)
  const html = await readFile(page, 'utf8')
  return html
    .replace(/(?<=Content-Security-Policy" content=")[^"]*/, () => policyFor(script, style))
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script .*<\/script>/, () => `<script>${script}</script>`)
}

/** Forbids every request and every embedded page; the script and the styles are allowed by their hashes. */
const policyFor = (script: string, style: string) =>
  [
    `default-src 'none'`,
    `connect-src 'none'`,
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ')

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Bundles a script into the text of one that a page contains. */
export async function bundled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  })
  const outputs = 'output' in result ? result.output : []
  const [chunk] = outputs
  if (outputs.length !== 1 || chunk?.type !== 'chunk') throw new Error(`${entry} should be one file`)
  return chunk.code.trim()
}
