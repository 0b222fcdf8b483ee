import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { BACKUP_ADDRESS, parseBackupAddress } from './backup-address.ts'
import { faultOfPostgresUrl } from './postgres-url.ts'
import { parseStorageUrl } from './storage-url.ts'
import { areProxies } from './trusted-proxies.ts'

/** The settings of one installation, read once from the environment and from what the installation passes in. */
export type Config = Readonly<
  z.infer<typeof settings> & {
    name: string
    projectDir: string
    /** Undefined where only the API is served. */
    siteDir: string | undefined
    /** Whether the program that starts the engine serves a site at the engine's own address. */
    servesOwnSite: boolean
    postgrest: PostgrestVariables
    /** The environment, for features that read variables of their own. */
    environment: Environment
  }
>

/** The variables that are set; an empty one counts as unset. */
type Environment = Readonly<Record<string, string | undefined>>

/** The `PGRST_…` variables: PostgREST's own settings, which the REST service reads. */
type PostgrestVariables = Readonly<Record<string, string>>

/** A setting that cannot be used. The message is one line that names it and says what it should be. */
export class ConfigError extends Error {}

const port = z.coerce.number('a port number from 0 to 65535').int().min(0).max(65535)
const folder = z
  .string()
  .min(1)
  .transform((path) => resolve(path))
const webAddress = z
  .url({ protocol: /^https?$/, error: 'an address such as https://example.com' })
  .transform((url) => url.replace(/\/+$/, ''))

const onOff = z.enum(['on', 'off'], 'on or off').transform((value) => value === 'on')

const PROXIES = 'addresses or networks with commas between them, such as loopback, 10.0.0.0/8'
/** The folder in which the CLI keeps a project. */
const PROJECT = 'supabase'
const TOOL_PORT = 'a port number from 1 to 65535'
const DRAIN = 'a number of seconds from 0 to 3600'
const STORAGE_ADDRESS = 'an address such as s3://bucket?endpoint=https://…&region=…'

function addIssue(context: z.RefinementCtx, message: string) {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

const postgresUrl = (example: string) =>
  z.string().transform((url, context) => {
    const fault = faultOfPostgresUrl(url, example)
    return fault === undefined ? url : addIssue(context, fault)
  })

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: folder.prefault('data'),
  SITE_URL: webAddress.optional(),
  // The public address of the API, for a site that is served elsewhere.
  API_EXTERNAL_URL: webAddress.optional(),
  DATABASE_URL: postgresUrl('postgresql://user:password@host:5432/name').optional(),
  // A pooler in transaction mode in front of the same database, for transactions.
  DATABASE_POOLER_URL: postgresUrl('postgresql://user:password@host:6432/name').optional(),
  // Opens the embedded database to drivers on this machine.
  DATABASE_PORT: z.coerce.number(TOOL_PORT).int(TOOL_PORT).min(1, TOOL_PORT).max(65535, TOOL_PORT).optional(),
  MAIL_URL: z
    .url({ protocol: /^(smtps?|file)$/, error: 'an address such as smtp://user:password@host:587' })
    .optional(),
  STORAGE_URL: z
    .string()
    .transform((url, context) => parseStorageUrl(url) ?? addIssue(context, STORAGE_ADDRESS))
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'an address such as redis://user:password@host:6379' }).optional(),
  // The proxies whose X-Forwarded-For is trusted: by default those on the same machine.
  TRUSTED_PROXIES: z.string().refine(areProxies, PROXIES).default('loopback'),
  RATE_LIMITS: onOff.default(true),
  BACKUP_URL: z
    .string()
    .refine((address) => parseBackupAddress(address) !== undefined, BACKUP_ADDRESS)
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'a passphrase of at least 12 characters').optional(),
  JWT_SECRET: z.string().min(32, 'a secret of at least 32 characters').optional(),
  PROJECT_DIR: folder.optional(),
  SITE_DIR: folder.optional(),
  // How long a load balancer may take to notice that this server is about to stop.
  DRAIN_SECONDS: z.coerce.number(DRAIN).int(DRAIN).min(0, DRAIN).max(3600, DRAIN).default(0),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'trace, debug, info, warn, error or silent')
    .default('warn'),
  LOG_ADDRESSES: onOff.default(false),
  METRICS_TOKEN: z.string().min(16, 'a token of at least 16 characters').optional(),
})

/** The variables that are read here. */
export const settingNames: readonly string[] = Object.keys(variables.shape)

const settings = variables.transform((env) => ({
  port: env.PORT,
  host: env.HOST,
  dataDir: env.DATA_DIR,
  siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
  siteUrlGiven: env.SITE_URL !== undefined,
  apiUrl: env.API_EXTERNAL_URL ?? env.SITE_URL ?? `http://localhost:${env.PORT}`,
  apiUrlGiven: (env.API_EXTERNAL_URL ?? env.SITE_URL) !== undefined,
  databaseUrl: env.DATABASE_URL,
  poolerUrl: env.DATABASE_POOLER_URL,
  databasePort: env.DATABASE_PORT,
  mailUrl: env.MAIL_URL,
  storageUrl: env.STORAGE_URL,
  redisUrl: env.REDIS_URL,
  trustedProxies: env.TRUSTED_PROXIES,
  rateLimits: env.RATE_LIMITS,
  backupUrl: env.BACKUP_URL,
  backupPassphrase: env.BACKUP_PASSPHRASE,
  jwtSecret: env.JWT_SECRET,
  projectDir: env.PROJECT_DIR,
  siteDir: env.SITE_DIR,
  drainMs: env.DRAIN_SECONDS * 1000,
  logLevel: env.LOG_LEVEL,
  logAddresses: env.LOG_ADDRESSES,
  metricsToken: env.METRICS_TOKEN,
}))

/** What the program that starts the engine passes in (`assembly/installation.ts`). */
type InstallationDefaults = { name: string; project?: string; site?: { dir: string } }

/** Throws `ConfigError` for the first setting that cannot be used. An empty variable counts as unset. */
export function parseConfig(env: NodeJS.ProcessEnv, installation: InstallationDefaults = { name: 'Engine' }): Config {
  const environment = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = readVariables(settings, environment)
  const { projectDir, siteDir } = read
  const { name, project = PROJECT, site } = installation
  if (siteDir !== undefined && !existsSync(siteDir)) {
    throw new ConfigError(`SITE_DIR should be the folder of a built site, but there is no folder ${siteDir}.`)
  }
  if (read.poolerUrl !== undefined && read.databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL should be set beside DATABASE_POOLER_URL, to the address of PostgreSQL itself.')
  }
  return {
    ...read,
    name,
    projectDir: projectDir ?? resolve(project),
    siteDir: siteDir ?? (site && resolve(site.dir)),
    servesOwnSite: site !== undefined,
    postgrest: postgrestSettings(env),
    environment,
  }
}

/** Parses variables by their schema; throws `ConfigError` for the first that cannot be used. */
export function readVariables<Variables extends z.ZodType>(
  variables: Variables,
  environment: Environment,
): z.output<Variables> {
  const read = variables.safeParse(environment)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ConfigError(`${String(issue?.path[0])} should be ${issue?.message}.`)
}

const postgrestSettings = (env: NodeJS.ProcessEnv): PostgrestVariables =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (name.startsWith('PGRST_') && value ? [[name, value]] : [])),
  )
