import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { changeSiteFile, readSiteFile, type SiteFile } from './site-file.ts'

/** The built site: what the build says of its pages (`site.json`), and every file it made. */
export type BuiltSite = z.infer<typeof siteMap> & {
  /** By its name in the folder, as `assets/app-x.js` and `contact/index.html`. */
  files: ReadonlyMap<string, SiteFile>
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
  /** The address the site was built for, and the files that name it: canonical links, previews, the sitemap. */
  address: z.object({ origin: z.url(), files: z.array(z.string()) }).optional(),
})

/**
 * Reads the whole site into memory, so that a build made while the server runs cannot mix with the one it serves, and
 * gives it the address it is served at. Undefined where the site has not been built.
 */
export async function readSite(dir: string, siteUrl: string): Promise<BuiltSite | undefined> {
  const text = await readFile(join(dir, 'site.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const files = new Map<string, SiteFile>()
  for (const name of await fileNames(dir)) files.set(name, await readSiteFile(dir, name))
  const map = siteMap.parse(JSON.parse(text))
  if (map.address) await readdress(files, map.address, new URL(siteUrl).origin)
  return { ...map, files }
}

async function readdress(files: Map<string, SiteFile>, built: { origin: string; files: string[] }, origin: string) {
  if (built.origin === origin) return
  await Promise.all(
    built.files.map(async (name) => {
      const file = files.get(name)
      if (!file) throw new Error(`site.json names ${name}, but the build has no such file.`)
      files.set(name, await changeSiteFile(file, (text) => text.replaceAll(built.origin, origin)))
    }),
  )
}

async function fileNames(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'site.json')
}
