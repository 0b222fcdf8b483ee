import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { notBuilt, publicMethods } from './public-methods.ts'

const sources = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.contract.ts'))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .join('\n')

/** In a title of its own, in one it shares, or as a row of the table of filters. */
const isTried = (method: string) => {
  const name = method.replace(/[.()]/g, '\\$&')
  return (
    new RegExp(`it\\('([^']*, )?${name}[,']`).test(sources) ||
    sources.includes(`['${method.replace('select.', '')}', (`)
  )
}

const isNotBuilt = (method: string) => notBuilt.some(({ methods }) => methods?.test(method))

it('each public method of the client that needs a server is tried here, or is known not to be built', () => {
  expect(publicMethods.filter((method) => !isTried(method) && !isNotBuilt(method))).toEqual([])
})

it('no method is both', () => {
  expect(publicMethods.filter((method) => isTried(method) && isNotBuilt(method))).toEqual([])
})
