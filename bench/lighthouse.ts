/**
 * Rates every public page with Lighthouse, as a phone on a slow network sees it: the median of three runs of the mobile
 * preset with its own throttling, on a temporary engine that serves the built site. Fails if a page misses the goals:
 * performance 97, the other three 100.
 *
 * Run: npm run bench -- lighthouse [--write] [path …], where --write writes the table into docs/performance-tables.md.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isSmoke, report, smokeSized } from 'engine/testing'
import lighthouse, { type Result } from 'lighthouse'
import { startEngine } from '../scripts/testing/throwaway-engine.ts'
import { startChromium } from './debuggable-chromium.ts'

const RUNS = smokeSized(3, 1)
const LIMIT_MS = 20 * 60_000
const goals = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
type Category = keyof typeof goals
const categories: Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

/**
 * Audits that are skipped by path: the specification hides /auth from search engines, which is all that this audit
 * checks.
 */
const skipped: Record<string, string[]> = { '/auth': ['is-crawlable'] }

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true })

const running = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => giveUp(`Stopped by ${signal}.`))
setTimeout(() => giveUp(`Not done after ${LIMIT_MS / 60_000} minutes.`), LIMIT_MS).unref()

try {
  const engine = await startEngine()
  running.defer(engine.stop)
  const chromium = running.use(await startChromium())
  const results = new Map<string, Result>()
  for (const path of positionals.length > 0
    ? positionals
    : (await publicPaths()).slice(0, smokeSized(Number.POSITIVE_INFINITY, 1))) {
    const result = await medianRun(engine.url + path, path, chromium.port)
    console.log(path, categories.map((category) => score(result, category)).join(' '))
    results.set(path, result)
  }
  await report(
    'lighthouse',
    [...results].map(([path, result]) => row(path, result)),
    values,
  )
  const missed = [...results].flatMap(([path, result]) => missedGoals(path, result))
  for (const line of missed) console.error(line)
  process.exitCode = missed.length > 0 && !isSmoke ? 1 : 0
} finally {
  await running.disposeAsync()
}

async function giveUp(reason: string) {
  console.error(reason)
  await running.disposeAsync()
  process.exit(1)
}

async function publicPaths(): Promise<string[]> {
  const map = await readFile(new URL('../web/build/client/site.json', import.meta.url), 'utf8')
  const { pages }: { pages: Record<string, string> } = JSON.parse(map)
  return Object.keys(pages)
}

/** Returns the median run by performance, the category that differs from run to run. */
async function medianRun(url: string, path: string, port: number): Promise<Result> {
  const runs: Result[] = []
  while (runs.length < RUNS) runs.push(await run(url, path, port))
  runs.sort((a, b) => rawScore(a, 'performance') - rawScore(b, 'performance'))
  const median = runs[Math.floor(RUNS / 2)]
  if (!median) throw new Error(`${path} was not measured.`)
  return median
}

async function run(url: string, path: string, port: number): Promise<Result> {
  const config = { extends: 'lighthouse:default', settings: { skipAudits: skipped[path] ?? [] } }
  const outcome = await lighthouse(url, { port, logLevel: 'error' }, config)
  if (!outcome) throw new Error(`Lighthouse had nothing to say about ${path}.`)
  if (outcome.lhr.runtimeError) throw new Error(`${path}: ${outcome.lhr.runtimeError.message}`)
  return outcome.lhr
}

/** The score of a category from 0 to 100, as in Lighthouse's report. */
function score(result: Result, category: Category): number {
  return Math.round(rawScore(result, category) * 100)
}

function rawScore({ categories }: Result, category: Category): number {
  return categories[category]?.score ?? 0
}

function row(path: string, result: Result): Record<string, string> {
  return {
    page: `\`${path}\``,
    performance: String(score(result, 'performance')),
    accessibility: String(score(result, 'accessibility')),
    'best practices': String(score(result, 'best-practices')),
    SEO: String(score(result, 'seo')),
    LCP: `${(metric(result, 'largest-contentful-paint') / 1000).toFixed(1)} s`,
    CLS: metric(result, 'cumulative-layout-shift').toFixed(3),
    TBT: `${Math.round(metric(result, 'total-blocking-time'))} ms`,
    JS: kilobytes(result, 'script'),
    CSS: kilobytes(result, 'stylesheet'),
    fonts: kilobytes(result, 'font'),
  }
}

function metric({ audits }: Result, id: string): number {
  const value = audits[id]?.numericValue
  if (value === undefined) throw new Error(`Lighthouse did not measure ${id}.`)
  return value
}

/** The transferred kilobytes of one resource type, headers included. */
function kilobytes({ audits }: Result, resourceType: string): string {
  const details = audits['resource-summary']?.details
  if (details?.type !== 'table') throw new Error('Lighthouse did not list what the page loads.')
  const bytes = details.items.find((item) => item.resourceType === resourceType)?.transferSize ?? 0
  return `${(Number(bytes) / 1000).toFixed(1)} KB`
}

/** Each category below its goal, with the audits that cost points. */
function missedGoals(path: string, result: Result): string[] {
  return categories
    .filter((category) => score(result, category) < goals[category])
    .map((category) => {
      const refs = result.categories[category]?.auditRefs ?? []
      const lost = refs.filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      return `${path}: ${category} ${score(result, category)} of ${goals[category]}: ${lost.map(({ id }) => id).join(', ')}`
    })
}
