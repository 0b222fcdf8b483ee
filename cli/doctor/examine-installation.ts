import { ConfigError } from 'engine/config'
import { type Examination, examinationOf } from 'engine/maintenance'
import { localInstallation } from '../command-line/local-installation.ts'
import { type Check, type CheckContext, type Finding, problem, reasonOf } from './check-result.ts'
import { audit } from './checks/audit.ts'
import { backups } from './checks/backups.ts'
import { clock } from './checks/clock.ts'
import { database } from './checks/database.ts'
import { disk } from './checks/disk.ts'
import { files } from './checks/files.ts'
import { mail } from './checks/mail.ts'
import { migrations } from './checks/migrations.ts'
import { redis } from './checks/redis.ts'
import { schema } from './checks/schema.ts'
import { server } from './checks/server.ts'
import { settings } from './checks/settings.ts'
import { site } from './checks/site.ts'
import { storage } from './checks/storage.ts'

/** Causes come before effects: a full disk explains the database's errors. */
const checks: Readonly<Record<string, Check>> = {
  settings,
  disk,
  server,
  database,
  clock,
  migrations,
  schema,
  storage,
  files,
  audit,
  mail,
  redis,
  site,
  backups,
}

export type Report = { isWell: boolean; checks: ({ name: string } & Finding)[] }

type Options = { sendMailTo?: string | undefined; progress?: (text: string) => void }

/**
 * Examines everything that an installation needs. Changes nothing, except for a file that it writes and removes again.
 */
export async function examineInstallation(
  env: NodeJS.ProcessEnv,
  { sendMailTo, progress = () => undefined }: Options = {},
): Promise<Report> {
  const scene = await checkContextFor(env, sendMailTo).catch((error: unknown) => {
    if (error instanceof ConfigError) return error
    throw error
  })
  if (scene instanceof ConfigError) {
    const finding = problem(scene.message, 'Correct it: docs/settings.md. Nothing else was looked at.')
    return { isWell: false, checks: [{ name: 'settings', ...finding }] }
  }
  const found: Report['checks'] = []
  for (const [name, check] of Object.entries(checks)) {
    progress(name)
    const findings = await check(scene).catch((error: unknown) =>
      problem(`This could not be looked at: ${reasonOf(error)}.`, 'LOG_LEVEL=debug says more.'),
    )
    found.push(...[findings].flat().map((finding) => ({ name, ...finding })))
  }
  return { isWell: found.every(({ state }) => state !== 'problem'), checks: found }
}

async function checkContextFor(env: NodeJS.ProcessEnv, sendMailTo: string | undefined): Promise<CheckContext> {
  const here = await localInstallation(env)
  let examined: Promise<Examination> | undefined
  const examination = () => {
    examined ??= examinationOf({ ...here, serviceRoleKey: here.keys.serviceRoleKey })
    return examined
  }
  return { ...here, env, examination, sendMailTo }
}

/** Prints the findings with the worst last, where a reader's eye ends up. */
export function formatReport({ isWell, checks }: Report): string {
  const marks = { ok: '✔', warning: '!', problem: '✘', 'left out': '–' }
  const lines = checks.map(({ name, state, found, todo }) =>
    [`${marks[state]} ${name.padEnd(12)}${found}`, ...(todo ? [`  ${' '.repeat(12)}→ ${todo}`] : [])].join('\n'),
  )
  const count = (state: Finding['state']) => checks.filter((check) => check.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const end = isWell && warnings === 0 ? 'All is well.' : `Problems: ${problems}. Warnings: ${warnings}.`
  return [...lines, '', end].join('\n')
}
