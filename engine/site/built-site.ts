import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { escapeHtml, parseTemplate, type Template, type TemplateValues, unescaped } from 'engine-go-template'
import { z } from 'zod'
import { changeSiteFile, readSiteFile, type SiteFile } from './site-file.ts'

/** The built site: the build's description of its pages (`site.json`), and all of its files. */
export type BuiltSite = z.infer<typeof siteMap> & {
  /** The files by name, such as `assets/app-x.js` and `contact/index.html`. */
  files: ReadonlyMap<string, SiteFile>
  /** The templates of files that have slots. */
  templates: ReadonlyMap<string, Template>
  /** Fills the slots of all files. */
  fill(values: TemplateValues): void
}

/** The build's description of itself, which is not served. */
const MAP = 'site.json'
/** The template of a file is beside the file that the build has filled. */
const WITH_SLOTS = /^(.*)\.template$/
/** Files for other hosts: their settings, and compressed copies. This server has its own. */
const NOT_SERVED = /^_headers$|^_redirects$|\.(br|gz)$/

const siteMap = z.object({
  /** The file of each public path. */
  pages: z.record(z.string().startsWith('/'), z.string()),
  /** The file of each path pattern of the app, such as `/dashboard/clients/:clientId`; all of them are the same app. */
  app: z.record(z.string().startsWith('/'), z.string()),
  notFound: z.string(),
  /** Hashes of the inline scripts of each page. */
  csp: z.record(z.string(), z.array(z.string().regex(/^'sha(256|384|512)-[\w+/=]+'$/))),
  /** The address that the site was built for, and the files that contain it: canonical links, previews, the sitemap. */
  address: z.object({ origin: z.url(), files: z.array(z.string()) }).optional(),
})

/**
 * Reads the whole site into memory, so that a build made while the server runs cannot mix with the one that is served,
 * and replaces its address by the actual one. Undefined where the site has not been built, or by another tool.
 */
export function readSite(dir: string, siteUrl: string): BuiltSite | undefined {
  if (!existsSync(join(dir, MAP))) return undefined
  const written: unknown = JSON.parse(readFileSync(join(dir, MAP), 'utf8'))
  // Another tool's file of the same name.
  if (!Object.hasOwn(Object(written), 'notFound')) return undefined
  const map = siteMap.parse(written)
  const names = fileNames(dir)
  const readdress = (text: string) =>
    map.address ? text.replaceAll(map.address.origin, new URL(siteUrl).origin) : text
  const files = new Map<string, SiteFile>()
  const templates = new Map<string, Template>()
  for (const name of names) {
    if (name === MAP || NOT_SERVED.test(name)) continue
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
        change(name, () => fillIn(values, name.endsWith('.html') ? escapeHtml : unescaped))
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

/** The names of all files in a folder and its subfolders. */
export function fileNames(dir: string): ReadonlySet<string> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  return new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name))),
  )
}
