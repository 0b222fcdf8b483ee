import type { AnsweredPage } from 'engine'
import { expect, it } from 'vitest'
import { type Counted, countsOfPage, type KnownSite } from './page-counts.ts'

const site: KnownSite = {
  contact: '/contact',
  apart: ['/auth'],
  services: ['website', 'ai'],
  servicePages: { '/services/ai-automation': 'ai' },
  plans: ['Starter AI', 'Growth AI'],
}
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  accept: 'text/html,application/xhtml+xml',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
}
const opened = (path: string, page: Partial<AnsweredPage> = {}): AnsweredPage => ({
  path,
  query: '',
  from: undefined,
  ...page,
  headers: { ...browser, ...page.headers },
})
const within = (path: string, query = '') => ({
  from: { path, query },
  headers: { 'sec-fetch-site': 'same-origin' },
})
const counted = (counts: Partial<Counted>) => ({
  page: '/',
  service: '',
  plan: '',
  visits: 0,
  views: 0,
  calls: 0,
  ...counts,
})
const visit = counted({ visits: 1, views: 1 })

it('a page opened from elsewhere is a visit and a view', () => {
  expect(countsOfPage(opened('/'), site)).toEqual([visit])
})

it('a page opened from another of the site is a view, and no visit more', () => {
  expect(countsOfPage(opened('/pricing', within('/')), site)).toEqual([counted({ page: '/pricing', views: 1 })])
  const untold = opened('/pricing', { headers: { 'sec-fetch-site': 'same-origin' } })
  expect(countsOfPage(untold, site)).toEqual([counted({ page: '/pricing', views: 1 })])
})

it('the contact page opened from another page is a call to action of that one, with what it is about', () => {
  expect(countsOfPage(opened('/contact', within('/services/ai-automation')), site)).toEqual([
    counted({ page: '/contact', views: 1 }),
    counted({ page: '/services/ai-automation', service: 'ai', calls: 1 }),
  ])
  expect(countsOfPage(opened('/contact', within('/pricing', 'plan=growth-ai')), site)[1]).toEqual(
    counted({ page: '/pricing', plan: 'Growth AI', calls: 1 }),
  )
})

it.each(['/contact', '/auth'])('the contact page opened from %s is no call to action', (from) => {
  expect(countsOfPage(opened('/contact', within(from)), site)).toEqual([counted({ page: '/contact', views: 1 })])
})

it.each([
  ['service=ai', { service: 'ai' }],
  ['plan=growth-ai&utm_source=mail', { plan: 'Growth AI' }],
  ['plan=Growth+AI', { plan: 'Growth AI' }],
  ['service=AI&plan=STARTER_AI', { service: 'ai', plan: 'Starter AI' }],
  ['service=vera@flowers.test&plan=other', {}],
  ['service=&plan=', {}],
])('of the query %s only what the site knows is kept', (query, kept) => {
  expect(countsOfPage(opened('/contact', { query }), site)).toEqual([
    counted({ page: '/contact', visits: 1, views: 1, ...kept }),
  ])
})

it('what a page is about is not overruled by what nobody offers', () => {
  const [first] = countsOfPage(opened('/services/ai-automation', { query: 'service=nothing' }), site)
  expect(first).toMatchObject({ service: 'ai' })
})

it.each([
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
  ['a monitor', 'UptimeRobot/2.0'],
  ['a preview of a chat', 'facebookexternalhit/1.1'],
  ['curl', 'curl/8.5.0'],
  ['a headless browser', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36'],
  ['nobody who says who they are', ''],
])('%s is not counted', (_who, agent) => {
  expect(countsOfPage(opened('/', { headers: { 'user-agent': agent } }), site)).toEqual([])
})

it.each([
  ['what a script fetches', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ['a page within another', { 'sec-fetch-dest': 'iframe' }],
  ['a reload', { 'cache-control': 'max-age=0' }],
  ['what a search engine has fetched ahead', { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'cross-site' }],
  ['what is rendered ahead', { 'sec-purpose': 'prefetch;prerender' }],
])('%s is not counted', (_what, headers) => {
  expect(countsOfPage(opened('/', { headers }), site)).toEqual([])
})

it('what is fetched ahead of a click within the site counts, since nothing more is asked at the click', () => {
  const ahead = { 'sec-purpose': 'prefetch', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty', accept: '*/*' }
  const page = opened('/contact', { ...within('/'), headers: { ...ahead, 'sec-fetch-site': 'same-origin' } })
  expect(countsOfPage(page, site)).toEqual([counted({ page: '/contact', views: 1 }), counted({ calls: 1 })])
})

it('over plain HTTP, where browsers say less, whoever asks for HTML counts', () => {
  const { 'user-agent': agent } = browser
  const plain = (accept: string) => ({ ...opened('/'), headers: { 'user-agent': agent, accept } })
  expect(countsOfPage(plain('text/html'), site)).toEqual([visit])
  expect(countsOfPage(plain('*/*'), site)).toEqual([])
})

it('pages of the agency’s own people are not counted', () => {
  expect(countsOfPage(opened('/auth'), site)).toEqual([])
})
