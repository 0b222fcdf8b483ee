/**
 * Counts the steps and the time of ten daily tasks: in Chromium, in an agency with 10,000 clients and 50,000 projects,
 * three times each. The time is that of the keystroke-level model (keystroke-level.ts) plus the time of waiting for the
 * page. To compare with another commit, run it in a clone at that commit as well.
 *
 * Run: npm run bench -- daily-tasks [--only WORDS] [--write], where --write writes the table into
 * docs/performance-tables.md.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { median, report, smokeSized } from 'engine/testing'
import { BrowserPage } from './browser-page.ts'
import { type Names, type Task, tasks } from './daily-tasks-steps.ts'
import { startChromium } from './debuggable-chromium.ts'
import { PractisedUser } from './keystroke-level.ts'
import { startLargeAgency } from './large-agency.ts'
import { signIn } from './sign-in-person.ts'

const ROUNDS = smokeSized(['Larkspur', 'Quayside', 'Foxglove'], ['Larkspur'])
const people = [
  ['Tess Quill', 'Vera Flower', 'Noor Haddad'],
  ['Rolf Vance', 'Hugo Marsh', 'Kim Aldous'],
  ['Mira Stroud', 'Ines Calder', 'Joan Petty'],
]

const { values: options } = parseArgs({ options: { write: { type: 'boolean' }, only: { type: 'string' } } })
const chosen = smokeSized(tasks, tasks.slice(0, 1)).filter(({ name }) => name.includes(options.only ?? ''))
const inPage = await readFile(new URL('measure-task-in-page.js', import.meta.url), 'utf8')

const { url, anonKey, stop } = await startLargeAgency()
try {
  await fill()
  const rows = []
  for (const task of chosen) {
    const { stored } = await signIn(url, anonKey, task.who)
    const rounds: PractisedUser[] = []
    for (const round of ROUNDS.keys()) rounds.push(await doTask(task, stored, namesOf(round)))
    rows.push(rowOf(task, rounds))
  }
  await report('daily-tasks', rows, options)
} finally {
  await stop()
}

/** Does a task once, in a browser that has the portal open and fully loaded. */
async function doTask(task: Task, session: string, names: Names): Promise<PractisedUser> {
  await using chromium = await startChromium()
  const page = await BrowserPage.open(chromium.port)
  await page.resize(1440, 900)
  await page.prepare(`${inPage}signIn(${JSON.stringify(session)})`)
  await page.goTo(`${url}/dashboard`)
  await new PractisedUser(page).waitFor({ css: 'nav[aria-label=Portal] a', name: 'Clients' })
  await page.evaluate('atRest()')
  await task.begin?.(new PractisedUser(page), names)
  const user = new PractisedUser(page)
  await task.run(user, names)
  return user
}

function rowOf({ name }: Task, rounds: readonly PractisedUser[]) {
  const middle = (part: 'steps' | 'letters' | 'seconds' | 'waited') => median(rounds.map((round) => round[part]))
  return {
    task: name,
    steps: String(middle('steps')),
    letters: String(middle('letters')),
    'seconds, s': (middle('seconds') + middle('waited')).toFixed(1),
    'of it waiting, s': middle('waited').toFixed(1),
  }
}

function namesOf(round: number): Names {
  const word = ROUNDS[round] ?? ''
  const [leaver = '', sender = '', newcomer = ''] = people[round] ?? []
  return {
    client: `${word} Bakery`,
    project: `${word} website`,
    word: word.toLowerCase(),
    deleted: `${['Tansy', 'Bramble', 'Yarrow'][round]} Florist`,
    leaver,
    sender,
    newcomer,
    many: Array.from({ length: 10 }, (_, index) => `Stall ${round * 10 + index + 1}`),
  }
}

/** Adds the rows that the tasks need, for each round, as a person with the portal would. */
async function fill(): Promise<void> {
  const ana = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  await ana.auth.signInWithPassword({ email: 'ana@north.test', password: 'mainstreet' })
  for (const round of ROUNDS.keys()) {
    const { client, project, deleted, leaver, sender } = namesOf(round)
    const clients = [client, deleted].map((name, index) => ({ name, email: `hello-${round}-${index}@market.test` }))
    const added = await ana.from('clients').insert(clients).select('id, name, agency_id').throwOnError()
    const owner = added.data.find(({ name }) => name === client)
    const ofClient = { client_id: owner?.id, agency_id: owner?.agency_id, project_type: 'maintenance' }
    await ana
      .from('projects')
      .insert({ name: project, ...ofClient })
      .throwOnError()
    const account = { email: `leaver-${round}@north.test`, name: leaver, password: 'mainstreet', role: 'agency_staff' }
    const { error } = await ana.functions.invoke('create-user', { body: account })
    if (error) throw error
    const enquiry = { name: sender, business_name: `${sender} & Co`, email: `asks-${round}@market.test` }
    await ana
      .from('contact_submissions')
      .insert({ ...enquiry, phone: '(555) 010-2030', service: 'website', message: 'Could you make us a website?' })
      .throwOnError()
  }
}
