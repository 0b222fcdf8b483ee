import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'

/** What the build of the web room says about its pages (`site.json`). */
export type SiteMap = z.infer<typeof siteMap> & {
  /** Every other file to serve, as `assets/app-x.js`: pictures, scripts, styles. */
  files: string[]
}

const siteMap = z.object({
  /** The page of each public path. */
  pages: z.record(z.string().startsWith('/'), z.string()),
  /** Patterns of the portal's paths, all answered with the one page that starts the portal. */
  app: z.array(z.string().startsWith('/')),
  appShell: z.string(),
  notFound: z.string(),
  /** Hashes of the scripts inside each page. */
  csp: z.record(z.string(), z.array(z.string().regex(/^'sha(256|384|512)-[\w+/=]+'$/))),
})

/** Undefined where the site has not been built. */
export async function readSiteMap(dir: string): Promise<SiteMap | undefined> {
  const text = await readFile(join(dir, 'site.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { ...siteMap.parse(JSON.parse(text)), files: await filesOf(dir) }
}

// Pages are known by their paths alone, and compressed copies only stand in for their originals.
const ownPath = (file: string) => file !== 'site.json' && !/\.(html|br|gz)$/.test(file)

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter(ownPath)
}
