import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { policyInPage } from 'engine'
import { z } from 'zod'

export type HostedProject = { url: string; key: string }

/** The hosted project that the pages are built for; undefined if the engine serves them and adds its own address. */
export function projectOf(env: NodeJS.ProcessEnv): HostedProject | undefined {
  const { SITE_URL, SUPABASE_URL: url, SUPABASE_ANON_KEY, SUPABASE_PUBLISHABLE_KEY } = env
  const key = SUPABASE_PUBLISHABLE_KEY || SUPABASE_ANON_KEY
  if (!url && !key) return undefined
  if (!url || !URL.canParse(url)) throw new Error('SUPABASE_URL should be an address such as https://….supabase.co.')
  if (!key) throw new Error('SUPABASE_PUBLISHABLE_KEY or SUPABASE_ANON_KEY is missing: the public key of the project.')
  if (!SITE_URL) console.warn('SITE_URL is not set: the pages tell search engines that they stand at localhost.')
  return { url, key }
}

const told = join(import.meta.dirname, '../deploy/hosted')
const built = z.object({ csp: z.record(z.string(), z.array(z.string())) })

/**
 * Prepares the built pages for a static host with a project elsewhere: the project's address, a Content-Security-Policy
 * in each page (hosts do not know the hashes of a build), and the files that Netlify and Cloudflare read.
 */
export async function prepareForHost(dir: string, { url, key }: HostedProject): Promise<void> {
  const config = { supabaseUrl: new URL(url).origin, supabaseAnonKey: key }
  await writeFile(join(dir, 'config.json'), `${JSON.stringify(config)}\n`)
  for (const file of ['_headers', '_redirects']) await copyFile(join(told, file), join(dir, file))
  const { csp } = built.parse(JSON.parse(await readFile(join(dir, 'site.json'), 'utf8')))
  for (const [page, hashes] of Object.entries(csp)) {
    const html = await readFile(join(dir, page), 'utf8')
    await writeFile(join(dir, page), withPolicy(html, policyInPage(url, hashes)))
  }
}

/** Puts the policy before the first script, and after the encoding, which must be in the first kilobyte. */
function withPolicy(html: string, policy: string): string {
  const encoding = '<meta charSet="utf-8"/>'
  if (!html.includes(encoding)) throw new Error('A page does not begin with its encoding.')
  return html.replace(encoding, `${encoding}<meta http-equiv="Content-Security-Policy" content="${policy}"/>`)
}
