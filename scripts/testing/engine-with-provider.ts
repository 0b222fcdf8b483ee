import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startIdentityProvider } from 'engine/testing'
import { type RunningEngine, startEngine } from './throwaway-engine.ts'

const project = fileURLToPath(new URL('../../supabase/', import.meta.url))

/** Settings for an external OpenID Connect provider. */
const settings = `
[auth.external.keycloak]
enabled = true
client_id = "acme"
secret = "env(IDENTITY_PROVIDER_SECRET)"
url = "env(IDENTITY_PROVIDER_URL)"
`

/** Starts an engine on the built site, like `startEngine`, with an OpenID Connect provider on this machine. */
export async function startEngineWithProvider(): Promise<RunningEngine & { providerUrl: string }> {
  const projectDir = await projectWith(settings)
  const provider = await startIdentityProvider()
  const engine = await startEngine({ projectDir, env: provider.env, name: 'engine-with-provider' })

  async function stop() {
    await engine.stop()
    await provider.stop()
    await rm(projectDir, { recursive: true, force: true })
  }
  return { ...engine, providerUrl: provider.url, stop }
}

/** A copy of the project with additional settings. */
async function projectWith(more: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'mainstreet-project-'))
  const names = (await readdir(project)).filter((name) => name !== 'config.toml')
  await Promise.all(names.map((name) => symlink(join(project, name), join(dir, name))))
  await writeFile(join(dir, 'config.toml'), (await readFile(join(project, 'config.toml'), 'utf8')) + more)
  return dir
}
