/**
 * Finds exceptions that nothing needs any more: files and folders for which biome.json lets go of the size of files and
 * functions, or of circles between imports, and where there is nothing to let go of. So they only become fewer. The tests
 * are let off for good as to functions: a `describe` is a chapter, and its file is no longer than any other. Part of
 * `npm run check`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'

type Rules = Record<string, Record<string, unknown>>
type Settings = { overrides: { includes: string[]; linter: { rules: Rules } }[] }
type Report = { diagnostics: { category: string; location: { path: string } }[] }

const shrinking = [
  'complexity/noExcessiveLinesPerFunction',
  'style/noExcessiveLinesPerFile',
  'suspicious/noImportCycles',
]

const { overrides }: Settings = JSON.parse(readFileSync('biome.json', 'utf8'))
const stale = shrinking.flatMap((name) => {
  const [group = '', rule = ''] = name.split('/')
  const exceptions = overrides.filter(({ linter }) => linter.rules[group]?.[rule] === 'off')
  const needed = offendersOf(name)
  return exceptions
    .flatMap(({ includes }) => includes)
    .filter((pattern) => !needed.some((path) => matchesGlob(path, pattern)))
    .map((pattern) => `biome.json: ${pattern} needs no exception from ${rule} any more.`)
})
for (const line of stale) console.error(line)
process.exitCode = stale.length > 0 ? 1 : 0

/** Asked for one rule alone, Biome passes over its exceptions; what is found is an error to it, and a list to us. */
function offendersOf(rule: string): string[] {
  const command = ['lint', `--only=${rule}`, '--max-diagnostics=none', '--reporter=json', '.']
  const { stdout } = spawnSync('biome', command, { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { diagnostics }: Report = JSON.parse(stdout)
  return diagnostics.filter(({ category }) => category === `lint/${rule}`).map(({ location }) => location.path)
}
