import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Host, startPagesHost } from './static-file-host.ts'

/** The project answers from this process, so that nothing may hold it up. */
const run = promisify(execFile)

const root = join(import.meta.dirname, '../..')
const build = join(root, 'web/build/client')

type Project = { url: string; anonKey: string }

/**
 * The pages of `npm run build`, built for the project, on a host of files at `siteUrl`. What the build does before it fills the
 * slots is the same for every project, so a build that is there already is copied, unless it is to be made `anew`.
 */
export async function hostPages(siteUrl: string, project: Project, { host, anew }: { host: Host; anew: boolean }) {
  const env = {
    ...process.env,
    ...{ SITE_URL: siteUrl, SUPABASE_URL: project.url, SUPABASE_PUBLISHABLE_KEY: project.anonKey },
  }
  if (anew) await run('npm', ['run', '--silent', 'build', '--workspace', 'web'], { cwd: root, env })
  const dir = await mkdtemp(join(tmpdir(), 'hosted-pages-'))
  await cp(build, dir, { recursive: true, preserveTimestamps: true })
  if (!anew) await run('node', ['scripts/fill-page-slots.ts', dir], { cwd: root, env })
  const running = await startPagesHost(dir, { host, port: Number(new URL(siteUrl).port) })
  return {
    dir,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
