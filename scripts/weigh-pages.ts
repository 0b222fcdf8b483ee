/**
 * Compares the weight of each built public page, and of the portal's lists, with its limits (`page-weight-limits.ts`).
 * Part of `npm run check`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { limits, type Weight } from './page-weight-limits.ts'

const site = fileURLToPath(new URL('../web/build/client/', import.meta.url))
const kinds: Record<string, keyof Weight> = { '.html': 'html', '.js': 'scripts', '.css': 'styles', '.woff2': 'fonts' }
const weighed: (keyof Weight)[] = ['html', 'scripts', 'styles', 'fonts', 'fontFiles', 'images']

/** Tags for search engines and previews, and the import map, which names all scripts: browsers fetch none of these. */
const forOthers = /<meta [^>]*>|<script type="(?:application\/ld\+json|importmap)"[^>]*>.*?<\/script>/gs

const names = z.record(z.string(), z.string())
const { pages, app } = z.object({ pages: names, app: names }).parse(JSON.parse(read('site.json')))
const lists = Object.entries(app).filter(([path]) => path in limits.lists)
const excesses = [...Object.entries(pages), ...lists].flatMap(([path, page]) => excessesOf(path, filesOf(page)))
for (const line of excesses) console.error(line)
process.exitCode = excesses.length > 0 ? 1 : 0

function excessesOf(path: string, files: ReadonlySet<string>): string[] {
  const weight: Weight = { html: 0, scripts: 0, styles: 0, fonts: 0, fontFiles: 0, images: 0 }
  for (const file of files) {
    const kind = kinds[extname(file)] ?? 'images'
    weight[kind] += bytesOf(file)
    if (kind === 'fonts') weight.fontFiles += 1
  }
  const limit = limits.lists[path] ?? (path === '/auth' ? limits.signIn : limits.page)
  return weighed
    .filter((kind) => weight[kind] > limit[kind])
    .map(
      (kind) => `${path} is too heavy: ${kind} ${weight[kind]}, at most ${limit[kind]} (scripts/page-weight-limits.ts)`,
    )
}

/** The page and everything that it loads at once: files that it names, and files that those name. */
function filesOf(page: string): ReadonlySet<string> {
  const found = new Set([page])
  for (const file of found) for (const other of namedIn(file)) found.add(other)
  return found
}

function namedIn(file: string): string[] {
  const text = read(file)
  switch (extname(file)) {
    case '.html':
      return matches(text.replaceAll(forOthers, ''), /\/(assets\/[\w.-]+)/g)
    case '.css':
      return matches(text, /\/(assets\/[\w.-]+)/g)
    case '.js':
      // Static imports only; dynamic ones are loaded when needed.
      return matches(text, /(?:from|import)\s*["'`]\.\/([\w.-]+)/g).map((name) => `assets/${name}`)
    default:
      return []
  }
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name)
}

/** The transferred size: compressed if that is smaller. */
function bytesOf(file: string): number {
  const compressed = join(site, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(site, file)).size
}

function read(file: string): string {
  return readFileSync(join(site, file), 'utf8')
}
