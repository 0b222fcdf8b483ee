import { createClient } from '@supabase/supabase-js'
import type { FilledPage, PageRequest } from 'engine'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ClientPages } from './client-pages.ts'

const { url, anonKey, serviceRoleKey } = inject('engine')
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const service = createClient(url, serviceRoleKey, options)
const ben = createClient(url, anonKey, options)

const agency = 'a0000000-0000-4000-8000-000000000001'
const [client, project, review] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
const built = '<title>For you</title><script type="module" src="/assets/x.js"></script><client-page></client-page>'

let clientPages: ClientPages
let token: string
beforeAll(async () => {
  await ben.auth.signInWithPassword({ email: 'ben@north.test', password: 'mainstreet' })
  const insert = async (table: string, row: object) => expect((await service.from(table).insert(row)).error).toBeNull()
  await insert('clients', { id: client, agency_id: agency, name: 'Bread & <Butter>', email: 'bread@butter.test' })
  const work = { id: project, agency_id: agency, client_id: client, name: 'Shop', project_type: 'web_development' }
  await insert('projects', work)
  const update = { id: review, project_id: project, title: 'Two boxes', update_type: 'review', visibility: 'client' }
  await insert('project_updates', { ...update, content: '<script>alert(1)</script> at https://shop.test/a?b=1&c=2.' })
  token = (await ben.rpc('make_client_link', { client, name: 'Maria' })).data[0].token
  clientPages = new ClientPages()
  clientPages.start({ ownUrl: url, serviceRoleKey })
})
afterAll(async () => {
  await service.from('clients').delete().eq('id', client)
})

async function ask(path: string, params: Record<string, string>, rest: Partial<PageRequest> = {}) {
  const page = clientPages.pages.find(
    (page) => page.path === path && Boolean(page.takesForms ?? page.takesFiles) === (rest.form !== undefined),
  )
  return page?.answer({
    params,
    query: new URLSearchParams(),
    form: new URLSearchParams(),
    files: async function* () {},
    method: 'GET',
    headers: {},
    network: '203.0.113.7',
    ...rest,
  })
}
const look = async (rest?: Partial<PageRequest>) => filled(await ask('/for/:token', { token }, rest))
const answerBy = (fields: Record<string, string>) =>
  ask('/for/:token/answers', { token }, { method: 'POST', form: new URLSearchParams(fields) })

function filled(answer: FilledPage | Response | undefined): FilledPage {
  if (answer === undefined || answer instanceof Response) throw new Error('This is no page.')
  return answer
}

const browser = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }
const timesOpened = async () =>
  (await service.from('update_reach').select('times_opened').eq('update_id', review).single()).data?.times_opened

it('[for-clients.md] shows a picture that cannot be made smaller as it is', async () => {
  // A truncated picture, of which browsers show what is there.
  const cut = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64').subarray(0, -10)
  const path = `${review}/1_cut.webp`
  const stored = await service.storage.from('client-update-files').upload(path, cut, { contentType: 'image/webp' })
  expect(stored.error).toBeNull()
  const row = {
    update_id: review,
    file_name: 'cut.webp',
    file_path: path,
    file_type: 'image/webp',
    file_size: cut.length,
  }
  expect((await service.from('client_update_attachments').insert(row)).error).toBeNull()
  const [, file = ''] = /\/files\/(\w+)/.exec((await look()).fill(built)) ?? []
  const shown = await ask('/for/:token/files/:file', { token, file }, { query: new URLSearchParams('small') })
  if (!(shown instanceof Response)) throw new Error('This is no file.')
  expect(shown.status).toBe(200)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(cut)
})

it('writes what strangers typed as text, and needs no script', async () => {
  const { status, fill } = await look()
  expect(status).toBe(200)
  const page = fill(built)
  expect(page).toContain('Bread &#38; &#60;Butter&#62; | North Street Marketing</title>')
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  expect(page).toContain('<a href="https://shop.test/a?b=1&#38;c=2" rel="noopener noreferrer">')
  expect(page).not.toContain('<script')
})

it('[for-clients.md#answers] says by which day an answer is wanted, and later by which day it was', async () => {
  const pageWith = async (answer_by: string | null) => {
    expect((await service.from('project_updates').update({ answer_by }).eq('id', review)).error).toBeNull()
    return (await look()).fill(built)
  }
  expect(await pageWith('2999-11-30')).toContain('Please answer by Nov 30, 2999')
  expect(await pageWith('2020-11-30')).toContain('This was wanted by Nov 30, 2020')
  expect(await pageWith(null)).not.toMatch(/answer by|wanted by/)
})

it('[for-clients.md#opened] counts what a client opens, and no colleague, robot or what is fetched ahead', async () => {
  await look({ headers: { 'user-agent': 'WhatsApp/2.23' } })
  await look({ headers: { ...browser, 'sec-purpose': 'prefetch' } })
  await look({ headers: browser, method: 'HEAD' })
  await look({ headers: browser, query: new URLSearchParams('preview') })
  expect(await timesOpened()).toBe(0)
  await look({ headers: browser })
  expect(await timesOpened()).toBe(1)
})

it('[for-clients.md#answers] keeps what was typed where an answer lacks something, and takes it once', async () => {
  const ref = /name="update" value="(\w+)"/.exec((await look()).fill(built))?.[1] ?? ''
  const refused = filled(await answerBy({ update: ref, answer: 'changes', name: '"Maria"', comment: ' ' }))
  expect(refused.status).toBe(422)
  expect(refused.fill(built)).toContain('Please say what should change.')
  expect(refused.fill(built)).toContain('value="&#34;Maria&#34;"')
  const taken = await answerBy({ update: ref, answer: 'approved', name: 'Maria' })
  if (!(taken instanceof Response)) throw new Error('It was not taken.')
  expect([taken.status, taken.headers.get('location')]).toEqual([303, `/for/${token}#update-${ref}`])
  expect((await look()).fill(built)).toContain('<strong>Approved</strong> by Maria')
  const late = filled(await answerBy({ update: ref, answer: 'approved', name: 'Otto' }))
  expect([late.status, late.fill(built).includes('Someone already answered this')]).toEqual([409, true])
  expect(await answerBy({ update: '0'.repeat(20), answer: 'approved', name: 'Eve' })).toBeUndefined()
})

describe('[for-clients.md#asking] what is asked for', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB7lyUWAAAAABJRU5ErkJggg==',
    'base64',
  )
  const picture = { name: 'Menü.png', type: 'image/png', bytes: png }

  async function askFor(fields: Record<string, string>, given: (typeof picture)[] = [], of = token) {
    const form = new URLSearchParams({ title: 'A new menu', words: '<b>By Friday</b>', name: 'Maria', ...fields })
    let read = 0
    async function* files() {
      for (const { bytes, ...file } of given) {
        read++
        yield {
          ...file,
          bytes: (async function* () {
            yield bytes
          })(),
        }
      }
    }
    const answer = await ask('/for/:token/requests', { token: of }, { method: 'POST', form, files })
    return { answer, read }
  }
  const stored = async () => {
    const requests = service
      .from('client_requests')
      .select('title, files:client_request_files(file_name, file_path, file_type)')
    return (await requests.eq('client_id', client).order('created_at')).data
  }

  it('is stored with its files, said to be sent, and listed', async () => {
    const { answer } = await askFor({}, [picture])
    if (!(answer instanceof Response)) throw new Error('It was not taken.')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/for/${token}?sent#ask`])
    const page = (await look({ query: new URLSearchParams('sent') })).fill(built)
    expect(page).toContain('Sent. North Street Marketing has it.')
    expect(page).toMatch(/Received<[\s\S]*A new menu<[\s\S]*&#60;b&#62;By Friday[\s\S]*Menü\.png/)
    expect(await stored()).toMatchObject([{ files: [{ file_name: 'Menü.png', file_type: 'image/png' }] }])
  })

  it('keeps what was typed where a file is not what it is called, and keeps no file', async () => {
    const disguised = { name: 'menu.png', type: 'image/png', bytes: Buffer.from('MZ program') }
    const before = await stored()
    const refused = filled((await askFor({ title: 'Another' }, [picture, disguised])).answer)
    expect([refused.status, refused.fill(built)]).toEqual([422, expect.stringContaining('value="Another"')])
    expect(refused.fill(built)).toContain('menu.png could not be taken.')
    expect(refused.fill(built)).toContain('Please choose your files again.')
    expect(await stored()).toEqual(before)
    expect(filled((await askFor({ title: ' ' }, [picture])).answer).fill(built)).toContain(
      'Please say what you would like.',
    )
  })

  it('is not even received by a link that is not valid', async () => {
    expect(await askFor({}, [picture], 'x'.repeat(43))).toEqual({ answer: undefined, read: 0 })
  })
})

it('[for-clients.md#failures] says in a client’s words that it cannot be shown now, and keeps what was typed', async () => {
  const form = new URLSearchParams({ update: 'abc', answer: 'changes', name: 'Maria', comment: 'Warmer' })
  const files = async function* () {}
  const asked = { params: { token }, query: form, form, files, method: 'POST', headers: {}, network: '203.0.113.8' }
  const [toRead, , , toAnswer, , toAsk] = new ClientPages().pages
  await expect(toRead?.answer(asked)).rejects.toThrow('still starting')
  expect(toRead?.renderFailure(built, asked)).toContain('This page cannot be shown right now.')
  const again = toAnswer?.renderFailure(built, asked)
  expect(again).toContain('Your answer could not be saved right now.')
  expect(again).toContain(`action="/for/${token}/answers#update-abc"`)
  expect(again).toContain('>Warmer</textarea>')
  expect(toAsk?.renderFailure(built, asked)).toContain('This could not be sent right now.')
})

describe('a token that does not lead in', () => {
  const guess = (network: string) => ask('/for/:token', { token: 'x'.repeat(43) }, { network })

  it('is no page, whatever it looks like', async () => {
    expect(await guess('198.51.100.1')).toBeUndefined()
    for (const odd of ['', '../../dashboard', `${token}x`]) {
      expect(await ask('/for/:token', { token: odd }, { network: '198.51.100.2' })).toBeUndefined()
    }
  })

  it('tried twenty times bars who tries from the right one as well, and nobody else', async () => {
    for (let tries = 0; tries < 20; tries++) await guess('198.51.100.3')
    expect(await ask('/for/:token', { token }, { network: '198.51.100.3' })).toBeUndefined()
    expect((await look()).status).toBe(200)
  })

  it('is not one whose files are gone', async () => {
    const network = '198.51.100.4'
    for (let tries = 0; tries < 21; tries++) {
      expect(await ask('/for/:token/files/:file', { token, file: 'gone' }, { network })).toBeUndefined()
    }
    expect((await look({ network })).status).toBe(200)
  })
})

it('[for-clients.md#months] shows a month on one page without a button, and says where there is none', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const written = { words: 'Calls at https://shop.test & <more>.', numbers: [{ name: 'Calls from Google', value: 42 }] }
  const row = { client_id: client, month: `${month}-01`, ...written }
  expect((await service.from('client_months').insert(row)).error).toBeNull()
  const text = (html: string) => html.replaceAll(/<[^>]*>/g, '')
  const { status, fill } = await look({ query: new URLSearchParams({ month }) })
  const page = fill(built)
  expect(status).toBe(200)
  expect(page).toContain(
    '<a href="https://shop.test" rel="noopener noreferrer">https://shop.test</a> &#38; &#60;more&#62;.',
  )
  expect(text(page)).toContain('Calls from Google 42')
  expect(text(page)).toContain('Two boxes')
  expect(page).not.toMatch(/<(button|form|input|script)/)
  for (const month of ['2026-13', 'soon', '9999-12']) {
    const { status, fill } = await look({ query: new URLSearchParams({ month }) })
    expect([status, text(fill(built)).includes('No such month')]).toEqual([404, true])
  }
  const guessed = await ask('/for/:token', { token: 'x'.repeat(43) }, { query: new URLSearchParams({ month }) })
  expect(guessed).toBeUndefined()
})
