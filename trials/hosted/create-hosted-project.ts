import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineProgram, freePort, keysOf, type PostgresPrograms, quickHashing, untilPrinted } from 'engine/testing'
import { loadKeys } from 'engine/testing/features'
import { deployFunctions } from './deploy-functions.ts'
import { startGateway } from './gateway.ts'
import { givePostgresItsRights, pushMigrations, startHostedPostgres } from './hosted-postgres.ts'
import { startMailService } from './mail-service.ts'

const root = join(import.meta.dirname, '../..')
const supabase = join(root, 'supabase')
const MAIL_KEY = 'key-of-the-mail-service'

export type HostedProject = Awaited<ReturnType<typeof createProject>>

/**
 * Creates a local imitation of a hosted Supabase project, with its pages at `siteUrl`: PostgreSQL with the roles and
 * privileges of hosted, the functions on Deno, and the engine in place of the auth service, PostgREST, Storage and
 * Realtime. The project has been linked, pushed and deployed to, and has its secrets.
 */
export async function createProject(siteUrl: string, { programs }: { programs?: PostgresPrograms } = {}) {
  const all = new AsyncDisposableStack()
  try {
    const home = await mkdtemp(join(tmpdir(), 'hosted-project-'))
    all.defer(() => rm(home, { recursive: true, force: true }))
    const database = await startHostedPostgres(programs)
    all.defer(() => database.stop())
    const mails = all.use(await startMailService(MAIL_KEY))
    const servicesPort = await freePort()
    let functionsPort = () => 0
    const gateway = all.use(await startGateway({ services: servicesPort, functions: () => functionsPort() }))
    const dataDir = join(home, 'data')
    const services = await startServices({
      DATABASE_URL: database.adminUrl,
      DATA_DIR: dataDir,
      PROJECT_DIR: await configPushed(home),
      PORT: String(servicesPort),
      API_EXTERNAL_URL: gateway.url,
      SITE_URL: siteUrl,
    })
    all.defer(services.end)
    const { anonKey, serviceRoleKey } = await keysOf(dataDir)

    await givePostgresItsRights(database.adminUrl, (await loadKeys(join(dataDir, 'keys.json'))).vaultKey)
    const pushed = await pushMigrations(database.url, join(supabase, 'migrations'))
    const again = await pushMigrations(database.url, join(supabase, 'migrations'))
    const functions = all.use(
      await deployFunctions({
        SUPABASE_URL: gateway.url,
        SUPABASE_ANON_KEY: anonKey,
        SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
        SUPABASE_DB_URL: database.url,
        SITE_URL: siteUrl,
        MAIL_API_URL: mails.url,
        MAIL_API_KEY: MAIL_KEY,
        MAIL_FROM: 'Mainstreet <no-reply@example.com>',
      }),
    )
    functionsPort = functions.port
    const dispose = all.move()
    return {
      ...{ url: gateway.url, anonKey, serviceRoleKey, databaseUrl: database.url, dataDir, mails, functions },
      /** The migration versions of the first and the second push. */
      pushes: [pushed, again],
      [Symbol.asyncDispose]: () => dispose.disposeAsync(),
    }
  } catch (error) {
    await all.disposeAsync()
    throw error
  }
}

/**
 * Imitates `supabase config push`: the settings and mail templates, without migrations and functions. The extensions
 * are those that the dashboard enables.
 */
async function configPushed(home: string): Promise<string> {
  const project = join(home, 'supabase')
  await mkdir(join(project, 'migrations'), { recursive: true })
  await cp(supabase, project, {
    recursive: true,
    filter: (path) => path === supabase || /[\\/](\w+\.toml|templates(?![^\\/]).*)$/.test(path),
  })
  const extensions = ['pg_cron', 'pg_net', 'supabase_vault'].map((name) => `create extension ${name};\n`)
  await writeFile(join(project, 'migrations/20260101000000_extensions.sql'), extensions.join(''))
  return project
}

async function startServices(env: Record<string, string>) {
  const server = spawn('node', ['--import', quickHashing, engineProgram], {
    env: { ...process.env, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', PG_NET_PRIVATE_ADDRESSES: 'loopback', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilPrinted(server.stdout, ' is at http')
  return {
    async end() {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
    },
  }
}
