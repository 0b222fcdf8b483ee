import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { FastifyInstance } from 'fastify'

/** The variables one function sees. */
export type Environment = (functionName: string, variable: string) => string | undefined

/**
 * An allow-list, never the variables of this process: what the hosted runtime sets (functions.md §5), whether the
 * operator wants limits, and the project's own secrets from config.toml's [edge_runtime.secrets] and from
 * `functions/.env`, which wins.
 */
export async function functionEnvironment(app: FastifyInstance): Promise<Environment> {
  const secrets = { ...app.project.config.edge_runtime.secrets, ...(await readEnvFile(app.project.dir)) }
  for (const name of Object.keys(secrets)) {
    if (!name.startsWith('SUPABASE_')) continue
    app.log.warn(`The secret ${name} is ignored: names that start with SUPABASE_ belong to the platform.`)
    delete secrets[name]
  }

  return (functionName, variable) => {
    switch (variable) {
      case 'SUPABASE_URL':
        return loopbackUrl(app)
      case 'SUPABASE_DB_URL':
        return app.config.databaseUrl
      case 'SUPABASE_ANON_KEY':
        return app.tokens.anonKey
      case 'SUPABASE_SERVICE_ROLE_KEY':
        return app.tokens.serviceRoleKey
      case 'SUPABASE_PUBLISHABLE_KEYS':
        return JSON.stringify({ default: app.tokens.anonKey })
      case 'SUPABASE_SECRET_KEYS':
        return JSON.stringify({ default: app.tokens.serviceRoleKey })
      case 'SUPABASE_JWKS':
        return JSON.stringify(app.tokens.jwks())
      case 'SUPABASE_FUNCTION_SLUG':
        return functionName
      case 'RATE_LIMITS':
        return app.config.rateLimits ? 'on' : 'off'
      default:
        return Object.hasOwn(secrets, variable) ? secrets[variable] : undefined
    }
  }
}

async function readEnvFile(projectDir: string): Promise<NodeJS.Dict<string>> {
  const text = await readFile(join(projectDir, 'functions/.env'), 'utf8').catch(() => '')
  return parseEnv(text)
}

/** This very server: the site's public address may not resolve, or lead back through a proxy, on this machine. */
function loopbackUrl({ server, config }: FastifyInstance): string {
  const address = server.address() // known only once the server listens
  if (address === null || typeof address === 'string') return config.siteUrl
  const { port } = address
  if (address.address === '::' || address.address === '0.0.0.0') return `http://127.0.0.1:${port}`
  return address.family === 'IPv6' ? `http://[${address.address}]:${port}` : `http://${address.address}:${port}`
}
