import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const portal = join(import.meta.dirname, '..')

it('is the only way to write, since any other could say and refresh nothing', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: portal, exclude: ['**/*.test.*'] })
  const using = sources.filter((path) => readFileSync(join(portal, path), 'utf8').includes('useMutation('))
  expect(using).toEqual(['writes/use-write.ts'])
})
