import { expect, it } from 'vitest'
import type { AnsweredPage } from './answered-page.ts'
import { smallSite } from './testing/small-site.ts'

const { serve } = smallSite()

async function told(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const pages: AnsweredPage[] = []
  const app = await serve({ onPage: (page) => pages.push(page) })
  await app.inject({ method, url, headers })
  return pages
}

it('tells of each public page, with its query and what the browser says', async () => {
  const [page] = await told('/contact?service=ai&b=?', { 'user-agent': 'Firefox' })
  expect(page).toMatchObject({ path: '/contact', query: 'service=ai&b=?', headers: { 'user-agent': 'Firefox' } })
  expect(page?.from).toBeUndefined()
})

it.each([
  ['http://localhost:3000/?plan=growth', { path: '/', query: 'plan=growth' }],
  ['http://localhost:80/contact', { path: '/contact', query: '' }],
  ['http://localhost:3000/nowhere', { path: undefined, query: '' }],
  ['http://localhost:3000/constructor', { path: undefined, query: '' }],
  ['https://search.example/', undefined],
  ['https://search.example/localhost:3000/', undefined],
  ['nonsense', undefined],
])('coming from %s is from %j', async (referer, from) => {
  const [page] = await told('/contact', { referer })
  expect(page?.from).toEqual(from)
})

it('tells of a page that the browser has already, too', async () => {
  expect(await told('/contact', { 'if-none-match': '*' })).toHaveLength(1)
})

it.each(['/dashboard', '/nowhere', '/contact/', '/favicon.svg', '/health'])('tells nothing of %s', async (path) => {
  expect(await told(path)).toEqual([])
})

it('tells nothing of HEAD', async () => {
  expect(await told('/contact', {}, 'HEAD')).toEqual([])
})
