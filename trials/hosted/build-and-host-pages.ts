import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Host, startPagesHost } from './static-file-host.ts'

/** Commands run asynchronously, since the project answers from this process. */
const run = promisify(execFile)

const root = join(import.meta.dirname, '../..')
const build = join(root, 'web/build/client')

type Project = { url: string; anonKey: string }

/**
 * Builds the pages for the project, as `npm run build` does, and serves them by a static host at `siteUrl`. The build
 * before the slots are filled is the same for every project, so an existing build is copied, unless `anew` is set.
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
