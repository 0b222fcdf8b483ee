import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { engineForTests } from '../../engine/testing/engine-for-tests.ts'

/** The isolation tests run on our own project, with its people. */
export default async function setup(project: TestProject) {
  const projectDir = openToApplications(resolve('supabase'))
  const teardown = await engineForTests({ program: 'main.ts', seed: true, env: { PROJECT_DIR: projectDir } })(project)
  return async () => {
    await teardown()
    rmSync(dirname(projectDir), { recursive: true })
  }
}

/** The project with one setting more: other applications sign people in by it, so that the tests can be one. */
function openToApplications(projectDir: string): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'mainstreet-project-')), 'supabase')
  mkdirSync(dir)
  for (const name of readdirSync(projectDir)) {
    if (name !== 'config.toml') symlinkSync(join(projectDir, name), join(dir, name))
  }
  const config = readFileSync(join(projectDir, 'config.toml'), 'utf8')
  writeFileSync(join(dir, 'config.toml'), `${config}\n[auth.oauth_server]\nenabled = true\n`)
  return dir
}
