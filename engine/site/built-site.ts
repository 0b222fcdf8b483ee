import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { asItIs, escapeHtml, parseTemplate, type Template, type TemplateValues } from '../kernel/template.ts'
import { changeSiteFile, readSiteFile, type SiteFile } from './site-file.ts'

/** The built site: what the build says of its pages (`site.json`), and every file it made. */
export type BuiltSite = z.infer<typeof siteMap> & {
  /** By its name in the folder, as `assets/app-x.js` and `contact/index.html`. */
  files: ReadonlyMap<string, SiteFile>
  /** Of those files that have slots. */
  templates: ReadonlyMap<string, Template>
  /** Fills the slots of all files. */
  fill(values: TemplateValues): void
}

/** What the build says of itself; nobody is served it. */
const MAP = 'site.json'
/** A file with slots stands beside the one that the build has filled. */
const WITH_SLOTS = /^(.*)\.template$/
/** What other hosts are told of the site, or serve compressed: this one does both by itself. */
const FOR_OTHERS = /^_headers$|^_redirects$|\.(br|gz)$/

const siteMap = z.object({
  /** The page of each public path. */
  pages: z.record(z.string().startsWith('/'), z.string()),
  /** The page of each pattern of the app's paths, which is one app in all of them: `/dashboard/clients/:clientId`. */
  app: z.record(z.string().startsWith('/'), z.string()),
  notFound: z.string(),
  /** Hashes of the scripts inside each page. */
  csp: z.record(z.string(), z.array(z.string().regex(/^'sha(256|384|512)-[\w+/=]+'$/))),
  /** The address the site was built for, and the files that name it: canonical links, previews, the sitemap. */
  address: z.object({ origin: z.url(), files: z.array(z.string()) }).optional(),
})

/**
 * Reads the whole site into memory, so that a build made while the server runs cannot mix with the one it serves, and
 * gives it the address it is served at. Undefined where the site has not been built, or by some other tool.
 */
export function readSite(dir: string, siteUrl: string): BuiltSite | undefined {
  if (!existsSync(join(dir, MAP))) return undefined
  const written: unknown = JSON.parse(readFileSync(join(dir, MAP), 'utf8'))
  // Somebody else's file of that name.
  if (!Object.hasOwn(Object(written), 'notFound')) return undefined
  const map = siteMap.parse(written)
  const names = fileNames(dir)
  const readdress = (text: string) =>
    map.address ? text.replaceAll(map.address.origin, new URL(siteUrl).origin) : text
  const files = new Map<string, SiteFile>()
  const templates = new Map<string, Template>()
  for (const name of names) {
    if (name === MAP || FOR_OTHERS.test(name)) continue
    const [, filled] = WITH_SLOTS.exec(name) ?? []
    if (filled === undefined) files.set(name, readSiteFile(dir, name, names))
    else templates.set(filled, parseSlots(name, readdress(readFileSync(join(dir, name), 'utf8'))))
  }
  for (const name of map.address?.files ?? []) change(name, readdress)
  return {
    ...map,
    files,
    templates,
    fill(values) {
      for (const [name, fillIn] of templates) {
        change(name, () => fillIn(values, name.endsWith('.html') ? escapeHtml : asItIs))
      }
    },
  }

  function change(name: string, write: (text: string) => string) {
    const file = files.get(name)
    if (!file) throw new Error(`The build speaks of ${name}, but has no such file.`)
    files.set(name, changeSiteFile(file, write))
  }
}

function parseSlots(name: string, source: string): Template {
  try {
    return parseTemplate(source)
  } catch (error) {
    throw new Error(`The build's ${name} cannot be filled: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Every file in a folder and below it. */
export function fileNames(dir: string): ReadonlySet<string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name))),
  )
}
