import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of what is made once for many tests: the one that `npm test` names, or one of this process. */
export function keptFolder(): string {
  const { KEPT_DATABASES } = process.env
  if (KEPT_DATABASES) return KEPT_DATABASES
  const folder = mkdtempSync(join(tmpdir(), 'kept-databases-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  // The processes that this one starts, workers of Vitest and Playwright among them, use it too.
  process.env.KEPT_DATABASES = folder
  return folder
}
