import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'

export type Env = Record<string, string>

const root = join(import.meta.dirname, '../..')
const report = z.object({ checks: z.array(z.object({ name: z.string(), state: z.string(), found: z.string() })) })

/** A command of this very clone, to its end. */
export function mainstreet(env: Env, ...args: string[]) {
  const ran = spawnSync(process.execPath, [join(root, 'mainstreet.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { code: ran.status, said: `${ran.stderr}${ran.stdout}`.trim() }
}

/** What doctor says against the schema and the files of a server that runs. */
export function doctor(env: Env): string[] {
  const { said } = mainstreet(env, 'doctor', '--json')
  const found = report.safeParse(JSON.parse(said.slice(said.indexOf('{'))))
  if (!found.success) return [`doctor says nothing: ${said}`]
  for (const one of found.data.checks) if (one.name === 'schema') console.log(`  doctor: ${one.found}`)
  return found.data.checks.filter(({ state }) => state === 'problem').map((one) => `doctor: ${one.found}`)
}
