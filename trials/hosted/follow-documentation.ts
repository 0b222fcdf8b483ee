import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { freePort, type PostgresPrograms } from 'engine/testing'
import { tryIsolation } from '../../cli/doctor/isolation/run-isolation-trial.ts'
import { hostPages } from './build-and-host-pages.ts'
import { createProject, type HostedProject } from './create-hosted-project.ts'
import { asRole } from './hosted-postgres.ts'
import type { Host } from './static-file-host.ts'
import { launchBrowser, useSite } from './use-site-in-browser.ts'

type Options = {
  programs?: PostgresPrograms | undefined
  host: Host
  /** Whether the pages are built again instead of only filled. */
  buildsAnew: boolean
  /** The parts of `doctor isolation` to run; all by default. */
  parts?: readonly string[]
}

const admin = { email: 'sol@agency.test', password: 'a long password of hers' }

/**
 * Follows docs/running.md#on-hosted-supabase step by step, with an imitation of a hosted project, and then uses the
 * result in a browser. Each step yields its observation.
 */
export async function* followDocumentation({ programs, host, buildsAnew, parts }: Options): AsyncGenerator<string> {
  const siteUrl = `http://localhost:${await freePort()}`
  await using project = await createProject(siteUrl, { ...(programs && { programs }) })
  const [pushed = [], again = []] = project.pushes
  if (pushed.length === 0 || again.length > 0)
    throw new Error(`Pushed ${pushed.length}, then ${again.length} once more.`)
  yield `${pushed.length} migrations, as postgres, who is no superuser`
  yield `${project.functions.names.length} functions on Deno: ${project.functions.names.join(', ')}`

  yield await schedule(project)
  yield await makeFirstSuperAdmin(project)
  await using pages = await hostPages(siteUrl, project, { host, anew: buildsAnew })
  yield `pages at ${siteUrl}, on a host of files with the rules of ${host}`
  await using browser = await launchBrowser()
  yield* useSite({
    ...{ browser: browser.chromium, siteUrl, pages: pages.dir, project, admin },
    mailed: () => project.mails.sent.map(({ subject }) => subject),
    recycle: () => project.functions.recycle(),
  })
  yield await isolation(project, parts)
}

/** Runs the SQL of the SQL editor, with the two values put in. */
async function schedule({ databaseUrl, url, serviceRoleKey }: HostedProject): Promise<string> {
  const folder = join(import.meta.dirname, '../../supabase/hosted')
  for (const name of [
    'settings.sql',
    'due-mails.sql',
    'due-pushes.sql',
    'deletions.sql',
    'webhooks.sql',
    'audit-trail.sql',
    'forgetting.sql',
  ]) {
    const sql = await readFile(join(folder, name), 'utf8')
    const filled = sql.replace(/'https:\/\/…[^']*'/, `'${url}'`).replace(/'the [\w ]*key[^']*'/, `'${serviceRoleKey}'`)
    for (let time = 1; time <= 2; time += 1) await asRole(databaseUrl, (db) => db.query(filled))
  }
  const jobs = await asRole(databaseUrl, (db) =>
    db.query<{ jobname: string }>('select jobname from cron.job order by 1'),
  )
  for (const name of ['send-due-mails', 'send-pushes', 'settle-deleted']) await callAsTheClockDoes(databaseUrl, name)
  return `schedules: ${jobs.map(({ jobname }) => jobname).join(', ')}; what they call lets them in`
}

async function callAsTheClockDoes(databaseUrl: string, name: string) {
  const [call] = await asRole(databaseUrl, (db) => db.query('select private.call_function($1) as id', [name]))
  for (let tries = 0; tries < 100; tries += 1) {
    const answers = await asRole(databaseUrl, (db) =>
      db.query<{ status_code: number | null; error_msg: string | null; content: string | null }>(
        'select status_code, error_msg, content from net._http_response where id = $1',
        [call?.id],
      ),
    )
    const [answer] = answers
    if (answer?.status_code === 200) return
    if (answer) throw new Error(`${name} answered the clock ${JSON.stringify(answer)}`)
    await pause(200)
  }
  throw new Error(`${name} was not asked.`)
}

/** Creates the first account as in the dashboard, and makes it a super admin as in the SQL editor. */
async function makeFirstSuperAdmin({ url, serviceRoleKey, databaseUrl }: HostedProject): Promise<string> {
  const { auth } = createClient(url, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await auth.admin.createUser({ ...admin, email_confirm: true })
  if (error) throw error
  await asRole(databaseUrl, (db) =>
    db.query('select private.make_first_super_admin(id, $1) from auth.users where email = $2', ['Harbor', admin.email]),
  )
  return 'the first super admin'
}

async function isolation(project: HostedProject, parts: readonly string[] | undefined): Promise<string> {
  const { url, anonKey, serviceRoleKey } = project
  const { cells, findings, failed } = await tryIsolation({ url, anonKey, serviceRoleKey }, { only: parts })
  if (findings.length + failed.length > 0) {
    const lines = findings.map((cell) => JSON.stringify(cell))
    throw new Error(
      ['doctor isolation:', ...lines, ...failed.map(({ part, reason }) => `${part}: ${reason}`)].join('\n'),
    )
  }
  return `doctor isolation: ${cells.length} things tried, all as expected`
}
