import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { notBuilt, publicMethods } from './methods/public-methods.ts'

const file = new URL('../docs/compatibility.md', import.meta.url)

const ways = ['Embedded database', 'Several servers on PostgreSQL'] as const
type RuntimeColumn = (typeof ways)[number]
type Table = Map<string, Partial<Record<RuntimeColumn, string>>>

/** Writes docs/compatibility.md from the tests of `contract/methods`, with a column for each way to run the engine. */
export class CompatibilityReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const table = readTable()
    let isChanged = false
    for (const module of modules) {
      if (!module.moduleId.includes('/contract/methods/')) continue
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A skipped test keeps the result of an earlier run.
        if (state !== 'passed' && state !== 'failed') continue
        for (const method of test.name.split(', ').filter((title) => publicMethods.includes(title))) {
          table.set(method, { ...table.get(method), [wayOf(module)]: state === 'passed' ? '✓' : '✗' })
          isChanged = true
        }
      }
    }
    if (isChanged) writeFileSync(file, page(table))
  }
}

const wayOf = ({ project }: TestModule): RuntimeColumn =>
  project.name === 'balanced' ? 'Several servers on PostgreSQL' : 'Embedded database'

/** The results of earlier runs, since one run covers only some columns. */
function readTable(): Table {
  const rows = readFileSync(file, 'utf8').matchAll(/^\| `(\S+)` \| (.*) \| (.*) \|$/gm)
  return new Map(
    Array.from(rows, ([, method = '', ...cells]) => [
      method,
      Object.fromEntries(ways.map((way, i) => [way, cells[i]])),
    ]),
  )
}

function page(table: Table): string {
  const rows = publicMethods
    .filter((method) => table.has(method))
    .map((method) => `| \`${method}\` | ${ways.map((way) => table.get(method)?.[way] ?? '').join(' | ')} |`)
  const missing = notBuilt.map(({ what, methods, answer, instead }) => {
    const names = publicMethods.filter((method) => methods?.test(method)).map((method) => `\`${method}\``)
    return `| ${what} | ${names.join(', ') || '–'} | ${answer} | ${instead} |`
  })
  return `# What of supabase-js works

Written by \`npm test\` from the tests in \`contract/methods\`: one or more for each public method of the
unmodified client that needs a server, named after it. Don't edit it by hand.

| Method | ${ways.join(' | ')} |
|---|---|---|
${rows.join('\n')}

## Not built

The client is told so, and nothing is taken for done. The last rows are parts that are there and off until a project asks for them.

| What | Methods | Answer | Instead |
|---|---|---|---|
${missing.join('\n')}
`
}
