/**
 * `npm run package --workspace engine [-- FOLDER]`: the engine as an archive that npm installs elsewhere, in that folder or here. Node
 * runs no TypeScript below `node_modules`, so its files are brought into a folder of their own with their types stripped, as Node
 * itself strips them, and `npm pack` packs that folder. In the repository everything stays TypeScript and needs no build.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stage } from './stage.ts'

const { INIT_CWD: from = process.cwd() } = process.env
const to = resolve(from, process.argv[2] ?? '.')
const folder = mkdtempSync(join(tmpdir(), 'engine-package-'))
try {
  await stage(folder)
  // What npm says of this workspace to the programs that it runs would have it pack the workspace.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))
  execFileSync('npm', ['pack', '--loglevel=error', '--pack-destination', to], { cwd: folder, env, stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true })
}
