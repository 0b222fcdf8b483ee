import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ClientPages } from './client-pages.ts'
import { built, type ClientScene, clientScene, redirected } from './testing/client-scene.ts'

const review = crypto.randomUUID()

let scene: ClientScene
beforeAll(async () => {
  scene = await clientScene('Bread & <Butter>')
  const update = {
    id: review,
    project_id: scene.project,
    title: 'Two boxes',
    update_type: 'review',
    visibility: 'client',
  }
  const content = '<script>alert(1)</script> at https://shop.test/a?b=1&c=2.'
  await scene.insert('project_updates', { ...update, content })
})
afterAll(() => scene.remove())

const browser = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' }
const timesOpened = async () =>
  (await scene.service.from('update_reach').select('times_opened').eq('update_id', review).single()).data?.times_opened

it('[for-clients.md] shows a picture that cannot be made smaller as it is', async () => {
  // A truncated picture, of which browsers show what is there.
  const cut = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64').subarray(0, -10)
  const path = `${review}/1_cut.webp`
  const stored = await scene.service.storage
    .from('client-update-files')
    .upload(path, cut, { contentType: 'image/webp' })
  expect(stored.error).toBeNull()
  const row = {
    update_id: review,
    file_name: 'cut.webp',
    file_path: path,
    file_type: 'image/webp',
    file_size: cut.length,
  }
  expect((await scene.service.from('client_update_attachments').insert(row)).error).toBeNull()
  const [, file = ''] = /\/files\/(\w+)/.exec((await scene.look()).fill(built)) ?? []
  const shown = await scene.ask(
    '/for/:token/files/:file',
    { token: scene.token, file },
    { query: new URLSearchParams('small') },
  )
  if (!(shown instanceof Response)) throw new Error('This is no file.')
  expect(shown.status).toBe(200)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(cut)
})

it('writes what strangers typed as text, and needs no script', async () => {
  const { status, fill } = await scene.look()
  expect(status).toBe(200)
  const page = fill(built)
  expect(page).toContain('Bread &#38; &#60;Butter&#62; | North Street Marketing</title>')
  expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  expect(page).toContain('<a href="https://shop.test/a?b=1&#38;c=2" rel="noopener noreferrer">')
  expect(page).not.toContain('<script')
})

it('[for-clients.md#opened] counts what a client opens, and no colleague, robot or what is fetched ahead', async () => {
  await scene.look({ headers: { 'user-agent': 'WhatsApp/2.23' } })
  await scene.look({ headers: { ...browser, 'sec-purpose': 'prefetch' } })
  await scene.look({ headers: browser, method: 'HEAD' })
  await scene.look({ headers: browser, query: new URLSearchParams('preview') })
  expect(await timesOpened()).toBe(0)
  await scene.look({ headers: browser })
  expect(await timesOpened()).toBe(1)
})

it('[for-clients.md#failures] says in a client’s words that it cannot be shown now, and keeps what was typed', async () => {
  const form = new URLSearchParams({ update: 'abc', answer: 'changes', name: 'Maria', comment: 'Warmer' })
  const files = async function* () {}
  const asked = {
    params: { token: scene.token },
    query: form,
    form,
    files,
    method: 'POST',
    headers: {},
    network: '203.0.113.8',
  }
  const [toRead, , , toAnswer, , toAsk] = new ClientPages().pages
  await expect(toRead?.answer(asked)).rejects.toThrow('still starting')
  expect(toRead?.renderFailure(built, asked)).toContain('This page cannot be shown right now.')
  const again = toAnswer?.renderFailure(built, asked)
  expect(again).toContain('Your answer could not be saved right now.')
  expect(again).toContain(`action="/for/${scene.token}/answers#update-abc"`)
  expect(again).toContain('>Warmer</textarea>')
  expect(toAsk?.renderFailure(built, asked)).toContain('This could not be sent right now.')
})

it('[for-clients.md#damaged-links] leads to the page by a link that a mail client has lengthened', async () => {
  const { token, ask } = scene
  for (const added of ['.', ',', ')', '>', ' ', ').']) {
    const query = new URLSearchParams({ month: '2026-11' })
    expect(redirected(await ask('/for/:token', { token: token + added }, { query }))).toBe(
      `/for/${token}?month=2026-11`,
    )
  }
  expect(redirected(await ask('/for/:token/', { token }))).toBe(`/for/${token}`)
  expect(await ask('/for/:token/', { token: 'shorter' })).toBeUndefined()
  expect((await scene.look({ query: new URLSearchParams('month=2026-11).') })).status).toBe(200)
})

describe('a token that does not lead in', () => {
  const guess = (network: string) => scene.ask('/for/:token', { token: 'x'.repeat(43) }, { network })

  it('is no page, whatever it looks like', async () => {
    expect(await guess('198.51.100.1')).toBeUndefined()
    for (const odd of ['', '../../dashboard', `${scene.token}x`]) {
      expect(await scene.ask('/for/:token', { token: odd }, { network: '198.51.100.2' })).toBeUndefined()
    }
  })

  it('tried twenty times bars who tries from the right one as well, and nobody else', async () => {
    for (let tries = 0; tries < 20; tries++) await guess('198.51.100.3')
    expect(await scene.ask('/for/:token', { token: scene.token }, { network: '198.51.100.3' })).toBeUndefined()
    expect((await scene.look()).status).toBe(200)
  })

  it('is not one whose files are gone', async () => {
    const network = '198.51.100.4'
    for (let tries = 0; tries < 21; tries++) {
      expect(
        await scene.ask('/for/:token/files/:file', { token: scene.token, file: 'gone' }, { network }),
      ).toBeUndefined()
    }
    expect((await scene.look({ network })).status).toBe(200)
  })
})

it('[for-clients.md#months] shows a month on one page without a button, and says where there is none', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const written = { words: 'Calls at https://shop.test & <more>.', numbers: [{ name: 'Calls from Google', value: 42 }] }
  const row = { client_id: scene.client, month: `${month}-01`, ...written }
  expect((await scene.service.from('client_months').insert(row)).error).toBeNull()
  const text = (html: string) => html.replaceAll(/<[^>]*>/g, '')
  const { status, fill } = await scene.look({ query: new URLSearchParams({ month }) })
  const page = fill(built)
  expect(status).toBe(200)
  expect(page).toContain(
    '<a href="https://shop.test" rel="noopener noreferrer">https://shop.test</a> &#38; &#60;more&#62;.',
  )
  expect(text(page)).toContain('Calls from Google 42')
  expect(text(page)).toContain('Two boxes')
  expect(page).not.toMatch(/<(button|form|input|script)/)
  for (const month of ['2026-13', 'soon', '9999-12']) {
    const { status, fill } = await scene.look({ query: new URLSearchParams({ month }) })
    expect([status, text(fill(built)).includes('No such month')]).toEqual([404, true])
  }
  const guessed = await scene.ask('/for/:token', { token: 'x'.repeat(43) }, { query: new URLSearchParams({ month }) })
  expect(guessed).toBeUndefined()
})
