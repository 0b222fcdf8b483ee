/**
 * How much somebody does for ten daily tasks, and how long that takes them: before lists became tools and the palette did things, and
 * now. Both are done in Chromium, in an agency with 10,000 clients and 50,000 projects, three times each. Seconds are those of the
 * keystroke-level model (keystroke-level.ts) and what the page was waited for.
 * Run: npm run bench -- daily-tasks --before FOLDER [--write], where FOLDER is a built clone at the commit named below and --write
 * writes the table into docs/performance-tables.md. Without a folder only what there is now is measured.
 *     git clone . FOLDER && git -C FOLDER checkout d57484cd && npm ci --prefix FOLDER && npm run build --prefix FOLDER/web
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownTable, median, writeFigures } from 'engine/testing'
import { BrowserPage } from './browser-page.ts'
import { namesOf, openScene, ROUNDS } from './daily-tasks-scene.ts'
import { type Task, tasks } from './daily-tasks-ways.ts'
import { startChromium } from './debuggable-chromium.ts'
import { Person } from './keystroke-level.ts'

const { values: options } = parseArgs({
  options: { before: { type: 'string' }, write: { type: 'boolean' }, only: { type: 'string' } },
})
const chosen = tasks.filter(({ name }) => name.includes(options.only ?? ''))
const inPage = await readFile(new URL('act-in-page.js', import.meta.url), 'utf8')

type Way = 'before' | 'now'
type Figures = Pick<Person, 'steps' | 'letters' | 'seconds' | 'waited'>

const before = options.before === undefined ? undefined : await measured(options.before, 'before')
const now = await measured(join(import.meta.dirname, '..'), 'now')
const rows = chosen.map((task) => rowOf(task, before?.get(task), now.get(task)))
console.table(rows)
if (options.write && before) await writeFigures('daily-tasks', [markdownTable(rows), inWords()].join('\n\n'))

async function measured(folder: string, way: Way): Promise<Map<Task, Figures>> {
  console.log(`Filling the database for ${way} …`)
  await using scene = await openScene(folder)
  const figures = new Map<Task, Figures>()
  for (const task of chosen) {
    const session = await scene.sessionOf(task.who)
    const rounds: Person[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await done(task, way, { url: scene.url, session, round }))
    const [first] = rounds
    // What is done is the same each time; what is waited for is not.
    if (first) figures.set(task, { ...first, waited: median(rounds.map(({ waited }) => waited)) })
    console.log(`${way}: ${task.name}`)
  }
  return figures
}

/** Once, in a browser that has the portal open and has loaded all that it loads by itself. */
async function done(task: Task, way: Way, at: { url: string; session: string; round: number }): Promise<Person> {
  await using chromium = await startChromium()
  const page = await BrowserPage.open(chromium.port)
  await page.resize(1440, 900)
  await page.prepare(`${inPage}signIn(${JSON.stringify(at.session)})`)
  await page.goTo(`${at.url}/dashboard`)
  await new Person(page).waitFor({ css: 'nav[aria-label=Portal] a', name: 'Clients' })
  await page.evaluate('atRest()')
  const names = namesOf(at.round)
  await task.begin?.(new Person(page), names)
  const person = new Person(page)
  await task[way](person, names)
  return person
}

function rowOf({ name }: Task, then: Figures | undefined, today: Figures | undefined) {
  const figures = [then, today]
  const each = (tell: (figures: Figures) => string) => figures.map((one) => (one ? tell(one) : '–'))
  const [steps = '', stepsNow = ''] = each((one) => String(one.steps))
  const [letters = '', lettersNow = ''] = each((one) => String(one.letters))
  const [seconds = '', secondsNow = ''] = each((one) => total(one).toFixed(1))
  return {
    task: name,
    'steps before': steps,
    'steps now': stepsNow,
    'letters before': letters,
    'letters now': lettersNow,
    'seconds before': seconds,
    'seconds now': secondsNow,
    'of it waiting': each(({ waited }) => waited.toFixed(1)).join(' → '),
    'now / before': then && today ? share(total(today), total(then)) : '–',
  }
}

/** Which of them do not take half. */
function inWords(): string {
  const missed = (of: (figures: Figures) => number) =>
    chosen.filter((task) => {
      const [then, today] = [before?.get(task), now.get(task)]
      return then && today && of(today) > of(then) / 2
    })
  const list = (found: readonly Task[]) => (found.length === 0 ? 'none' : found.map(({ name }) => name).join(', '))
  const all = (figures: Map<Task, Figures> | undefined) =>
    [...(figures?.values() ?? [])].reduce((sum, one) => sum + total(one), 0)
  return `More than half of the steps: ${list(missed(({ steps }) => steps))}. More than half of the seconds: ${list(missed(total))}. All ten together: ${all(before).toFixed(0)} s before, ${all(now).toFixed(0)} s now.`
}

function total({ seconds, waited }: Figures): number {
  return seconds + waited
}

function share(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}
