import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { isErrno } from '../kernel/errno.ts'
import { issuerOf } from '../tokens/issuer.ts'

/** The variables that functions see; asked for once the server listens, since its address is one of them. */
export type Environment = () => Record<string, string>

/**
 * An allow-list, never the variables of this process: what the hosted runtime sets
 * (docs/wire/functions.md#environment), whether the operator wants limits, and the project's own secrets from
 * config.toml's [edge_runtime.secrets] and from
 * `functions/.env`, which wins. Not among them are
 * `SUPABASE_FUNCTION_SLUG`, which differs from function to function, and the address of an embedded database, which has none
 * until somebody asks (`database/database-socket.ts`).
 */
export async function functionEnvironment(app: FastifyInstance): Promise<Environment> {
  const secrets = { ...app.project.config.edge_runtime.secrets, ...(await readEnvFile(app.project.dir)) }
  for (const name of Object.keys(secrets)) {
    if (!name.startsWith('SUPABASE_')) continue
    app.log.warn(`The secret ${name} is ignored: names that start with SUPABASE_ belong to the platform.`)
    delete secrets[name]
  }

  const { config, tokens, project } = app
  return () => ({
    // Where people find this server, unless the project says it otherwise.
    SITE_URL: config.siteUrlGiven ? config.siteUrl : loopbackUrl(app).replace('//127.0.0.1:', '//localhost:'),
    // Who has signed people's tokens, by the name that Supabase's own examples ask for: elsewhere SUPABASE_URL says it.
    SB_JWT_ISSUER: issuerOf(config, project.config.auth),
    ...secrets,
    SUPABASE_URL: loopbackUrl(app),
    ...(config.databaseUrl && { SUPABASE_DB_URL: config.databaseUrl }),
    SUPABASE_ANON_KEY: tokens.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: tokens.serviceRoleKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify(tokens.apiKeys.named('publishable')),
    SUPABASE_SECRET_KEYS: JSON.stringify(tokens.apiKeys.named('secret')),
    SUPABASE_JWKS: JSON.stringify(tokens.jwks()),
    RATE_LIMITS: config.rateLimits ? 'on' : 'off',
  })
}

async function readEnvFile(projectDir: string): Promise<Record<string, string>> {
  const text = await readFile(join(projectDir, 'functions/.env'), 'utf8').catch((error) => {
    if (isErrno(error, 'ENOENT')) return ''
    throw error
  })
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? '']))
}

/** This very server: the site's public address may not resolve, or lead back through a proxy, on this machine. */
function loopbackUrl({ server, config }: FastifyInstance): string {
  const address = server.address() // known only once the server listens
  if (address === null || typeof address === 'string') return config.siteUrl
  const { port } = address
  if (address.address === '::' || address.address === '0.0.0.0') return `http://127.0.0.1:${port}`
  return address.family === 'IPv6' ? `http://[${address.address}]:${port}` : `http://${address.address}:${port}`
}
