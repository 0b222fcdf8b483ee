import { expect, it } from 'vitest'
import { paintFirst } from './paint-first.ts'

it('lets scripts wait for what is seen, and nothing else', () => {
  const style = '<link rel="stylesheet" href="/assets/a.css"/>'
  expect(paintFirst(`<link rel="modulepreload" href="/assets/a.js"/>${style}`)).toBe(
    `<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>${style}`,
  )
})
