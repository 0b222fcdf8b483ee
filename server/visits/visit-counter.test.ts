import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { dirname, join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { enginePerFile, keysOf } from 'engine/testing'
import { expect, it } from 'vitest'

const { home, dataDir, url, start } = await enginePerFile('visits', {
  program: 'main.ts',
  project: 'supabase',
  begunWith: 'supabase',
})

const pages = {
  '/': 'index.html',
  '/services/ai-automation': 'ai.html',
  '/contact': 'contact.html',
  '/auth': 'auth.html',
}
const siteDir = join(home, 'site')

function write(name: string, text: string) {
  mkdirSync(dirname(join(siteDir, name)), { recursive: true })
  writeFileSync(join(siteDir, name), text)
}
for (const name of [...Object.values(pages), 'shell.html', '404.html']) write(name, `<title>${name}</title>`)
write('site.json', JSON.stringify({ pages, app: { '/dashboard': 'shell.html' }, notFound: '404.html', csp: {} }))

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Opens a page with the headers that a browser sends and `fetch` does not. */
async function open(path: string, headers: Record<string, string> = {}) {
  const browser = {
    'user-agent': firefox,
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  }
  const [answer] = await once(get(`${url}${path}`, { headers: { ...browser, ...headers } }), 'response')
  answer.resume()
  await once(answer, 'end')
}

async function counts() {
  const { serviceRoleKey } = await keysOf(dataDir)
  const db = createClient(url, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await db.from('page_counts').select('page, service, plan, visits, views, calls').order('page')
  if (error) throw error
  return data
}

it('counts what people open, adds it up over restarts, and keeps nothing of who they were', async () => {
  const env = { SITE_DIR: siteDir }
  const first = await start(env)
  await open('/?utm_source=mail&email=vera@flowers.test')
  await open('/', { 'if-none-match': '*' })
  await open('/services/ai-automation', { referer: `${url}/` })
  await open('/contact?plan=growth-ai', { referer: `${url}/services/ai-automation` })
  // None of these is a page view by a person.
  await open('/', { 'user-agent': 'Googlebot/2.1' })
  for (const path of ['/auth', '/nowhere', '/dashboard']) await open(path)
  await fetch(`${url}/`, { headers: { 'user-agent': firefox } })
  first.kill('SIGTERM')
  await once(first, 'exit')

  const second = await start(env)
  const ai = { page: '/services/ai-automation', service: 'ai' }
  const contact = { page: '/contact', service: '', plan: 'Growth AI', visits: 0, views: 1, calls: 0 }
  const byPage = [
    { page: '/', service: '', plan: '', visits: 2, views: 2, calls: 0 },
    contact,
    { ...ai, plan: '', visits: 0, views: 1, calls: 0 },
    { ...ai, plan: 'Growth AI', visits: 0, views: 0, calls: 1 },
  ]
  expect(await counts()).toEqual(expect.arrayContaining(byPage))
  expect(await counts()).toHaveLength(byPage.length)

  await open('/contact?plan=Growth+AI', { referer: 'https://search.example/' })
  second.kill('SIGTERM')
  await once(second, 'exit')
  await start(env)
  expect(await counts()).toContainEqual({ ...contact, visits: 1, views: 2 })
})
