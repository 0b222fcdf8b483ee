import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readEnvFile } from '../kernel/config/env-files.ts'
import { issuerOf } from '../tokens/issuer.ts'

/** The environment of functions; evaluated once the server listens, since its address is one of the variables. */
export type Environment = () => Record<string, string>

/**
 * An allow-list, never this process's own environment: the variables of the hosted runtime
 * (docs/wire/functions.md#environment), whether the operator wants limits, and the project's secrets from config.toml's
 * [edge_runtime.secrets] and from `functions/.env`, which takes precedence. It does not include
 * `SUPABASE_FUNCTION_SLUG`, which differs between functions, nor the address of an embedded database, which is opened
 * on demand (`function-socket.ts`).
 */
export async function functionEnvironment(app: FastifyInstance): Promise<Environment> {
  const secrets = {
    ...app.project.config.edge_runtime.secrets,
    ...(await readEnvFile(join(app.project.dir, 'functions/.env'))),
  }
  for (const name of Object.keys(secrets)) {
    if (!name.startsWith('SUPABASE_')) continue
    app.log.warn(`The secret ${name} is ignored: names that start with SUPABASE_ belong to the platform.`)
    delete secrets[name]
  }

  const { config, tokens, project } = app
  return () => ({
    // The site's address: the project's setting, or else this server.
    SITE_URL: config.siteUrlGiven ? config.siteUrl : loopbackUrl(app).replace('//127.0.0.1:', '//localhost:'),
    // The issuer of users' tokens, under the name that Supabase's own examples use; elsewhere it follows from
    // SUPABASE_URL.
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

/**
 * The loopback address of this server: the site's public address may not resolve on this machine, or lead back through
 * a proxy.
 */
function loopbackUrl({ server, config }: FastifyInstance): string {
  const address = server.address() // known only once the server listens
  if (address === null || typeof address === 'string') return config.siteUrl
  const { port } = address
  if (address.address === '::' || address.address === '0.0.0.0') return `http://127.0.0.1:${port}`
  return address.family === 'IPv6' ? `http://[${address.address}]:${port}` : `http://${address.address}:${port}`
}
