import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { TemplateValues } from 'engine-go-template'
import { afterEach, expect, it, vi } from 'vitest'
import { files, smallSite } from '../site/testing/small-site.ts'
import { Slots } from './page-slots.ts'

const { serve } = smallSite()
const running: Slots[] = []
afterEach(() => {
  for (const slots of running.splice(0)) slots.stop()
})

/** A site whose slots are read every few milliseconds, with the values that `say` got last. */
async function filledSite(first: TemplateValues, siteUrl?: string) {
  const slots = new Slots({ everyMs: 5 })
  running.push(slots)
  const app = await serve({ slots, ...(siteUrl !== undefined && { siteUrl }) })
  let read = async () => first
  await slots.keepReading(() => read())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return {
    app,
    get,
    say(values: TemplateValues | Error) {
      read = async () => {
        if (values instanceof Error) throw values
        return values
      }
    },
  }
}

it('are what the build wrote until they were read', async () => {
  const app = await serve()
  expect((await app.inject('/found')).body).toBe(files['found/index.html'])
})

it('are filled, and show a change without a restart', async () => {
  const { get, say } = await filledSite({ name: 'Florist' })
  expect((await get('/found')).body).toContain('<title>Florist</title>By the form')
  const before = (await get('/found')).headers.etag
  say({ name: 'Florist & Sons', email: 'hi@florist.test' })
  await vi.waitFor(
    async () => {
      expect((await get('/found')).body).toContain(
        '<title>Florist &amp; Sons</title><a href="mailto:hi@florist.test">hi@florist.test</a>',
      )
    },
    { timeout: 20_000 },
  )
  expect((await get('/found', { 'if-none-match': String(before) })).statusCode).toBe(200)
  const after = (await get('/found')).headers.etag
  expect((await get('/found', { 'if-none-match': String(after) })).statusCode).toBe(304)
})

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('are the same in %s, and in HEAD', async (encoding, unpack) => {
  const { app, get } = await filledSite({ name: 'Florist' })
  const headers = { 'accept-encoding': encoding }
  const packed = await get('/found', headers)
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(String(unpack(packed.rawPayload))).toBe((await get('/found')).body)
  const head = await app.inject({ method: 'HEAD', url: '/found', headers })
  expect([head.headers.etag, head.body]).toEqual([packed.headers.etag, ''])
})

it('let nobody write more than words into a page', async () => {
  const name = `"><script>alert(1)</script><b a='{{ .email }}`
  const { get } = await filledSite({ name, email: 'x@y.test" onclick="alert(2)' })
  const { body } = await get('/found')
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body).toContain('href="mailto:x@y.test&#34; onclick=&#34;alert(2)"')
  const [, data = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(body) ?? []
  expect(JSON.parse(data)).toMatchObject({ name })
  expect(JSON.parse((await get('/manifest.webmanifest')).body)).toEqual({ name })
})

it('stand beside the address that the site is served at', async () => {
  const { get } = await filledSite({ name: 'Florist' }, 'https://florist.test')
  expect((await get('/found')).body).toContain('"url":"https://florist.test/"')
})

it('are asked for each time, also in files that browsers keep otherwise', async () => {
  const { get } = await filledSite({ name: 'Florist' })
  expect((await get('/manifest.webmanifest')).headers['cache-control']).toBe('no-cache')
  expect((await get('/found/index.html.template')).statusCode).toBe(404)
  expect((await get('/manifest.webmanifest.template')).statusCode).toBe(404)
})

it('stay as they were while they cannot be read, which is said once', async () => {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { get, say } = await filledSite({ name: 'Florist' })
  say(new Error('The database is away'))
  await vi.waitFor(() => expect(said).toHaveBeenCalled(), { timeout: 20_000 })
  expect((await get('/found')).body).toContain('Florist')
  say({ name: 'Florist & Sons' })
  await vi.waitFor(async () => expect((await get('/found')).body).toContain('Sons'), { timeout: 20_000 })
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
})
