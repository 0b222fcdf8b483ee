import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageFolder } from '../../kernel/optional-package.ts'
import { fromPackages, notBuilt, publicMethods } from './public-methods.ts'

/** The folders with the tests of methods that optional packages implement. */
const ofPackages = fromPackages.flatMap(({ name }) => {
  const folder = packageFolder({ name })
  return folder === undefined ? [] : [join(folder, 'contract/methods')]
})

const sources = [import.meta.dirname, ...ofPackages]
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.contract.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Whether a test names the method: in its own title, in a shared one, or as a row of the table of filters. */
const isTried = (method: string) => {
  const name = method.replace(/[.()]/g, '\\$&')
  return (
    new RegExp(`it\\('([^']*, )?${name}[,']`).test(sources) ||
    sources.includes(`['${method.replace('select.', '')}', (`)
  )
}

/** Whether the method belongs to an optional package that is not installed. */
const isElsewhere = (method: string) =>
  fromPackages.some(({ name, methods }) => methods.test(method) && packageFolder({ name }) === undefined)

const isNotBuilt = (method: string) => notBuilt.some(({ methods }) => methods?.test(method))

it('each public method of the client that needs a server is tried here, or is known not to be built', () => {
  expect(publicMethods.filter((method) => !isTried(method) && !isNotBuilt(method) && !isElsewhere(method))).toEqual([])
})

it('no method is both', () => {
  expect(publicMethods.filter((method) => isTried(method) && isNotBuilt(method))).toEqual([])
})
