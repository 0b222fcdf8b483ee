import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { changeSiteFile, readSiteFile, type SiteFile } from './site-file.ts'

/** The built site: what the build says of its pages (`site.json`), and every file it made. */
export type BuiltSite = z.infer<typeof siteMap> & {
  /** By its name in the folder, as `assets/app-x.js` and `contact/index.html`. */
  files: ReadonlyMap<string, SiteFile>
}

/** What the build says of itself; nobody is served it. */
const MAP = 'site.json'

const siteMap = z.object({
  /** The page of each public path. */
  pages: z.record(z.string().startsWith('/'), z.string()),
  /** Patterns of the portal's paths, all answered with the one page that starts the portal. */
  app: z.array(z.string().startsWith('/')),
  appShell: z.string(),
  notFound: z.string(),
  /** Hashes of the scripts inside each page. */
  csp: z.record(z.string(), z.array(z.string().regex(/^'sha(256|384|512)-[\w+/=]+'$/))),
  /** The address the site was built for, and the files that name it: canonical links, previews, the sitemap. */
  address: z.object({ origin: z.url(), files: z.array(z.string()) }).optional(),
})

/**
 * Reads the whole site into memory, so that a build made while the server runs cannot mix with the one it serves, and
 * gives it the address it is served at. Undefined where the site has not been built.
 */
export function readSite(dir: string, siteUrl: string): BuiltSite | undefined {
  if (!existsSync(join(dir, MAP))) return undefined
  const names = fileNames(dir)
  const files = new Map<string, SiteFile>()
  for (const name of names) {
    if (name !== MAP && !/\.(br|gz)$/.test(name)) files.set(name, readSiteFile(dir, name, names))
  }
  const map = siteMap.parse(JSON.parse(readFileSync(join(dir, MAP), 'utf8')))
  if (map.address) readdress(files, map.address, new URL(siteUrl).origin)
  return { ...map, files }
}

function readdress(files: Map<string, SiteFile>, built: { origin: string; files: string[] }, origin: string) {
  if (built.origin === origin) return
  for (const name of built.files) {
    const file = files.get(name)
    if (!file) throw new Error(`site.json names ${name}, but the build has no such file.`)
    files.set(
      name,
      changeSiteFile(file, (text) => text.replaceAll(built.origin, origin)),
    )
  }
}

function fileNames(dir: string): ReadonlySet<string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name))),
  )
}
