import { expect, it } from 'vitest'
import { packages } from './floors.ts'
import { sourcesOf } from './sources.ts'
import { problemsOf } from './upward-imports.ts'

const sources = sourcesOf('engine')
const { engine: floors = [] } = packages

/** The problems of the engine with one more import at the end of a file. */
function problemsWith(file: string, specifier: string) {
  const text = sources.get(file)
  if (text === undefined) throw new Error(`There is no ${file}.`)
  return problemsOf(new Map([...sources, [file, `${text}import '${specifier}'`]]), floors)
}

it('finds nothing in the engine as it is', () => {
  expect(problemsOf(sources, floors)).toEqual([])
})

it.each([
  ['gateway/cors.ts', '../monitoring/metrics.ts', 'monitoring (shared) stands above gateway (shared)', 'gateway'],
  ['database/database.ts', '../tokens/tokens.ts', 'tokens (shared) stands above database (database)', 'database'],
  ['kernel/errno.ts', '../database/statement-batch.ts', 'database (database) stands above kernel (kernel)', 'kernel'],
  ['auth/index.ts', '../backup/restore-backup.ts', 'backup (maintenance) stands above auth (services)', 'auth'],
  ['upgrade/upgrade.ts', '../assembly/serve.ts', 'assembly (assembly) stands above upgrade (maintenance)', 'upgrade'],
])('notices that %s imports %s', (file, specifier, why, where) => {
  const [problem, ...others] = problemsWith(file, specifier)
  expect(problem).toMatch(new RegExp(`^${file}:\\d+ goes up to ${specifier.slice(3)}: `))
  expect(problem).toContain(`${why}. Move what line `)
  expect(problem).toContain(` imports down to ${where}, or pass it in.`)
  expect(others).toEqual([])
})

it.each([
  ['auth/index.ts', '../rest/index.ts', 'auth and rest'],
  ['rest/index.ts', '../storage/index.ts', 'rest and storage'],
  ['functions/index.ts', '../extensions/index.ts', 'functions and extensions'],
  ['extensions/index.ts', '../auth/index.ts', 'extensions and auth'],
])('notices that the service of %s imports %s', (file, specifier, both) => {
  const [problem, ...others] = problemsWith(file, specifier)
  expect(problem).toContain(`goes over to ${specifier.slice(3)}: ${both} (services) do not import each other.`)
  expect(problem).toContain('imports down to shared, or pass it in.')
  expect(others).toEqual([])
})
