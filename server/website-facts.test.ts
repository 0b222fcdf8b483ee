import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { enginePerFile, keysOf, kill } from 'engine/testing'
import { expect, it, vi } from 'vitest'

const { home, dataDir, url, start } = await enginePerFile('facts', {
  program: 'main.ts',
  project: 'supabase',
  begunWith: 'supabase',
})

const siteDir = join(home, 'site')
mkdirSync(siteDir)
const map = { pages: { '/': 'index.html' }, app: {}, notFound: 'index.html', csp: {} }
writeFileSync(join(siteDir, 'site.json'), JSON.stringify(map))
writeFileSync(join(siteDir, 'index.html'), 'As it was built')
writeFileSync(
  join(siteDir, 'index.html.template'),
  '{{ .name }}|{{ .phone }}|{{ .phoneLink }}|{{ .liveChatHours }}|{{ range .socialLinks }}{{ .name }} {{ .url }}{{ end }}' +
    '{{ range .testimonials }}{{ .words }}{{ end }}{{ range .cases }}{{ .title }}{{ end }}{{ range .fieldsOfWork }}{{ .name }}{{ end }}',
)

const page = async () => (await fetch(url)).text()

it('stand on the pages and in mails, as the agency that answers the website tells them', async () => {
  const first = await start({ SITE_DIR: siteDir })
  expect(await page()).toBe('Mainstreet|||Monday-Friday, 9am-5pm EST|')
  const { serviceRoleKey } = await keysOf(dataDir)
  const db = createClient(url, serviceRoleKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const facts = {
    name: 'Bloom & Co',
    phone: '(555) 010-0100',
    live_chat_hours: 'Never <b>',
    social_links: ['instagram.com/bloom'],
    testimonials: [{ words: 'In bloom. ', author: 'Maria', role: '', picture: '' }],
    cases: [
      {
        title: 'Sold out. ',
        picture: '',
        number: '1',
        meaning: 'day',
        other_number: '2',
        other_meaning: 'vans',
        quote: 'All gone.',
        author: '',
      },
    ],
    fields_of_work: ['Weddings'],
  }
  const { error } = await db.from('agencies').update(facts).eq('answers_website', true)
  expect(error).toBeNull()
  await kill(first)
  await start({ SITE_DIR: siteDir })
  expect(await page()).toBe(
    'Bloom &amp; Co|(555) 010-0100|tel:5550100100|Never &lt;b&gt;|Instagram https://instagram.com/bloomIn bloom. Sold out. Weddings',
  )

  await db.auth.resetPasswordForEmail('admin@mainstreet.local')
  const outbox = join(dataDir, 'outbox')
  const mail = await vi.waitFor(() => readFileSync(join(outbox, readdirSync(outbox)[0] ?? ''), 'utf8'), {
    timeout: 20_000,
  })
  expect(mail).toContain('From: "Bloom & Co" <no-reply@')
  // Quoted-printable breaks a line anywhere.
  expect(mail.replaceAll('=\r\n', '')).toContain('>Bloom &amp; Co</td>')
})
