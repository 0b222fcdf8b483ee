import { describe, expect, it } from 'vitest'
import config from '../../react-router.config.ts'
import { indexedPages, publicPages } from './public-pages.ts'

const pages = Object.entries(publicPages)

it('has every prerendered page in it', () => {
  expect(pages.map(([path]) => path).toSorted()).toEqual([...config.prerender].toSorted())
})

describe.each(pages)('%s', (_, { title, description }) => {
  it('has a title that search results show whole', () => {
    expect(title.length).toBeGreaterThan(10)
    expect(title.length).toBeLessThanOrEqual(60)
  })

  it('has a description that search results show whole', () => {
    expect(description.length).toBeGreaterThan(30)
    expect(description.length).toBeLessThanOrEqual(155)
  })
})

it.each(['title', 'description', 'name'] as const)('no two pages have the same %s', (property) => {
  expect(new Set(pages.map(([, page]) => page[property])).size).toBe(pages.length)
})

it('leaves out what is not there to be found', () => {
  const found = indexedPages.map(([path]) => path)
  expect(pages.map(([path]) => path).filter((path) => !found.includes(path))).toEqual(['/auth', '/for', '/404'])
})
