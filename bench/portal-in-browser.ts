import { readFile } from 'node:fs/promises'
import { median, percentile, smokeSized } from 'engine/testing'
import { BrowserPage } from './browser-page.ts'
import { startChromium } from './debuggable-chromium.ts'

const ROUNDS = smokeSized(7, 1)
const SCREENS = [
  { screen: 'clients', word: 'bakery' },
  { screen: 'projects', word: 'newsletter' },
]

export type BrowserFigures = { what: string; times: number[]; budgetMs: number }

/**
 * Measures how long a person waits at the screen, in Chromium on the built site: from opening the address to the first
 * rows, scripts and session included, and from a change of the search box to the list that answers it, the box's own
 * pause included. `session` is the answer of the sign-in, which supabase-js keeps in the browser unchanged.
 */
export async function measureInBrowser(url: string, session: string): Promise<BrowserFigures[]> {
  await using chromium = await startChromium()
  const page = await BrowserPage.open(chromium.port)
  const watcher = await readFile(new URL('watch-rows.js', import.meta.url), 'utf8')
  await page.prepare(`${watcher}watchRows(${JSON.stringify(session)})`)
  const figures: BrowserFigures[] = []
  for (const { screen, word } of SCREENS) {
    const rows: number[] = []
    const answers: number[] = []
    // The first visit is not measured: it fills the browser's cache, as everybody's first visit of the day does.
    for (let round = -1; round < ROUNDS; round++) {
      await page.goTo(`${url}/dashboard/${screen}`)
      const firstRows = Number(await page.evaluate('firstRows()'))
      await page.evaluate('focusSearch()')
      await page.insert(word)
      const answered = Number(await page.evaluate('answered()'))
      if (round < 0) continue
      rows.push(firstRows)
      answers.push(answered)
    }
    figures.push({ what: `${screen}: first rows`, times: rows, budgetMs: 500 })
    figures.push({ what: `${screen}: "${word}" in the search box`, times: answers, budgetMs: 150 })
  }
  return figures
}

export const summary = ({ what, times, budgetMs }: BrowserFigures) => ({
  'in Chromium': what,
  'p50 ms': median(times).toFixed(0),
  'p95 ms': percentile(times, 95).toFixed(0),
  'budget, ms': String(budgetMs),
})
