/**
 * Finds broken links between the Markdown pages, and broken citations of pages in comments and test titles, as
 * `docs/running.md` or, in titles, `[clients.md#deleting]`. Also finds decisions that share a number. Part of `npm run
 * check`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { root, trackedFiles } from './tracked-files.ts'

const sources = new Set(['.ts', '.tsx', '.mjs', '.sql', '.css', '.toml'])

const problems = [...trackedFiles().flatMap(brokenIn), ...numbersTwice(trackedFiles())]
for (const line of problems) console.error(line)
process.exitCode = problems.length > 0 ? 1 : 0

/** Decisions of the agency and of the engine that have the same number: "decision 0044" names one page of the repository. */
function numbersTwice(files: readonly string[]): string[] {
  const decisions = files.filter((file) => /docs\/decisions\/\d{4}-/.test(file))
  const byNumber = Map.groupBy(decisions, (file) => basename(file).slice(0, 4))
  return [...byNumber.values()]
    .filter(({ length }) => length > 1)
    .map((same) => `${same.join(' and ')} have one number`)
}

function brokenIn(file: string): string[] {
  const kind = extname(file)
  let links: string[] = []
  if (kind === '.md') {
    const page = read(file)
    links = [...linksOf(page).filter((link) => !isLinked(file, link)), ...missingFilesIn(page)]
  } else if (sources.has(kind)) links = citesOf(read(file)).filter((cite) => !isCited(file, cite))
  return links.map((link) => `${file} leads to ${link}, which is not there`)
}

/** Links of a page to other files of the repository, outside of code. */
function linksOf(page: string): string[] {
  const words = page.replaceAll(/^```.*?^```|`[^`\n]*`/gms, '')
  return Array.from(words.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter((link) => !/^\w+:/.test(link))
}

/** Missing files among the paths that a page mentions in code, such as `web/agency.ts`. */
function missingFilesIn(page: string): string[] {
  const named = page.matchAll(
    /`((?:web|supabase|engine|packages|server|cli|deploy|scripts|docs|e2e|bench|trials)\/[\w./-]+\.\w+)`/g,
  )
  return Array.from(named, ([, path = '']) => path).filter((path) => !existsSync(join(root, path)))
}

/** Citations of a page by its folder or with a heading. A citation by section number is reported as broken. */
function citesOf(source: string): string[] {
  const cites = source.matchAll(/(?:[\w.-]+\/)+[\w-]+\.md\b(?:#[\w-]+)?|[\w-]+\.md#[\w-]+|(?<!RFC \d+ )§\d+/g)
  return Array.from(cites, ([cite]) => cite)
}

function isLinked(file: string, link: string): boolean {
  const [path = '', heading] = decodeURI(link).split('#')
  return isThere(path === '' ? file : join(dirname(file), path), heading, homeOf(file))
}

/** Looks in the file's folder, in those above it, and in their `docs`: a package cites its own pages. */
function isCited(file: string, cite: string): boolean {
  const [path = '', heading] = cite.split('#')
  const folders = ['.', 'docs', 'docs/specification']
  for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.push(folder, join(folder, 'docs'))
  return folders.some((folder) => isThere(join(folder, path), heading, homeOf(file)))
}

/** The engine is published alone, so that its pages may link only to each other. */
function homeOf(file: string): string {
  return file.startsWith('engine/') ? 'engine/' : ''
}

function isThere(path: string, heading: string | undefined, home: string): boolean {
  const isOutside = !path.startsWith(home) || path.startsWith('..')
  if (isOutside || !existsSync(join(root, path))) return false
  return heading === undefined || headingsOf(read(path)).has(heading)
}

/** Makes anchors of headings as GitHub does: lower case, dashes for spaces, no punctuation. */
function headingsOf(page: string): ReadonlySet<string> {
  const headings = page.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ +(.+)$/gm)
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
