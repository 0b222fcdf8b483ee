import { execFile } from 'node:child_process'
import { relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

// Plain JavaScript for any Node, without types.
const program = `
  const { root, whatTheSiteIsMadeOf } = await import('./scripts/setup.mjs')
  console.log(JSON.stringify({ root, files: whatTheSiteIsMadeOf() }))`

it('builds the site anew when prices, pages or what fills their slots have changed, and not for tests', async () => {
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', program])
  const { root, files } = JSON.parse(stdout)
  const names = files.map((file: string) => relative(root, file))
  const some = ['web/agency.ts', 'web/app.css', 'web/routes.ts', 'operations/website-facts.ts', 'package-lock.json']
  expect(names).toEqual(expect.arrayContaining(some))
  expect(names.filter((name: string) => /\.test\.|^web\/(build|testing)\//.test(name))).toEqual([])
})
