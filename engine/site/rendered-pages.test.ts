import { expect, it } from 'vitest'
import type { PageRequest, RenderedPage } from './rendered-pages.ts'
import { smallSite } from './testing/small-site.ts'

const { serve } = smallSite()

/** A page for one guest called `vic`, with a form; rendering it for Tom fails. */
function pagesFor(asked: PageRequest[]): RenderedPage[] {
  const page = { file: 'contact/index.html', renderFailure: (html: string) => html.replace('Contact', 'Come again') }
  return [
    {
      ...page,
      path: '/guests/:name',
      async answer(page) {
        asked.push(page)
        if (page.params.name === 'tom') throw new Error('There is no chair for Tom.')
        if (page.params.name !== 'vic') return undefined
        return { status: 200, fill: (html) => html.replace('Contact', 'Hello Vic') }
      },
    },
    {
      ...page,
      path: '/guests/:name/book',
      takesForms: true,
      renderTooLarge: (html) => html.replace('Contact', 'Book for less'),
      async answer(page) {
        asked.push(page)
        return new Response(null, { status: 303, headers: { location: '/guests/vic' } })
      },
    },
  ]
}

it('fills a page of the build for each request, for nobody to keep, index or pass on', async () => {
  const server = await serve({ pages: pagesFor([]) })
  const response = await server.inject('/guests/vic')
  expect([response.statusCode, response.body]).toEqual([200, '<title>Hello Vic</title>'])
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining(`default-src 'self'`),
  })
  expect((await server.inject('/contact')).body).toBe('<title>Contact</title>')
})

it('is the 404 page where there is none', async () => {
  const server = await serve({ pages: pagesFor([]) })
  const response = await server.inject('/guests/eve')
  expect([response.statusCode, response.body]).toEqual([404, '<title>Page Not Found</title>'])
})

it('says in its own words that it cannot be shown now', async () => {
  const server = await serve({ pages: pagesFor([]) })
  const response = await server.inject('/guests/tom')
  expect([response.statusCode, response.body]).toEqual([503, '<title>Come again</title>'])
  expect(response.headers['cache-control']).toBe('no-store')
})

it('takes forms where it says so, and there only', async () => {
  const asked: PageRequest[] = []
  const server = await serve({ pages: pagesFor(asked) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = { method: 'POST', headers, payload: 'seats=2&name=Vic+Stone' } as const
  const response = await server.inject({ ...form, url: '/guests/vic/book' })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/guests/vic'])
  expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({ seats: '2', name: 'Vic Stone' })
  expect((await server.inject({ ...form, url: '/guests/vic' })).statusCode).toBe(405)
})

it('takes any text that a person writes, and says on its own page that a form is too large', async () => {
  const asked: PageRequest[] = []
  const server = await serve({ pages: pagesFor(asked) })
  const send = (text: string) =>
    server.inject({
      ...{ method: 'POST', url: '/guests/vic/book', payload: String(new URLSearchParams({ text })) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const long = '汉'.repeat(50_000)
  expect((await send(long)).statusCode).toBe(303)
  expect(asked[0]?.form.get('text')).toBe(long)
  const response = await send('x'.repeat(2_000_000))
  expect([response.statusCode, response.body]).toEqual([413, '<title>Book for less</title>'])
  expect(response.headers['cache-control']).toBe('no-store')
})

it('takes a form with files where it says so, one file after the other, and there only', async () => {
  const got: string[] = []
  const page: RenderedPage = {
    ...{ path: '/guests/:name/bring', file: 'contact/index.html', takesFiles: { files: 2, bytesEach: 4 } },
    renderFailure: (html) => html.replace('Contact', 'Too much'),
    async answer({ files, form, params }) {
      if (params.name !== 'vic') return undefined
      for await (const { name, type, bytes } of files()) {
        const read: Uint8Array[] = []
        for await (const chunk of bytes) read.push(chunk)
        got.push(`${form.get('seats')} ${name} ${type} ${Buffer.concat(read)}`)
      }
      return new Response(String(form.get('note')), { status: 200 })
    },
  }
  const url = await (await serve({ pages: [page] })).listen({ port: 0, host: '127.0.0.1' })
  const bring = (parts: [string, string | File][], name = 'vic') => {
    const body = new FormData()
    for (const [field, value] of parts) body.append(field, value)
    return fetch(`${url}/guests/${name}/bring`, { method: 'POST', body })
  }
  const cake = new File(['cake'], 'cake.txt', { type: 'text/plain' })
  const response = await bring([
    ['seats', '2'],
    ['dish', cake],
    ['dish', new File([], '')],
    ['note', 'sweet'],
  ])
  expect([response.status, await response.text(), got]).toEqual([200, 'sweet', ['2 cake.txt text/plain cake']])
  await bring([['dish', new File(['too long'], 'long.txt')]])
  // One byte more than the limit tells that it is exceeded.
  expect(got.at(-1)).toBe('null long.txt application/octet-stream too l')
  const excess = await bring([
    ['dish', cake],
    ['dish', cake],
    ['dish', cake],
  ])
  expect([excess.status, await excess.text()]).toEqual([503, '<title>Too much</title>'])
  expect((await bring([['dish', cake]], 'eve')).status).toBe(404)
  const plain = await fetch(`${url}/guests/vic/bring`, { method: 'POST', body: new URLSearchParams('seats=2') })
  expect(plain.status).toBe(415)
})

it('says who asks by their network, and how', async () => {
  const asked: PageRequest[] = []
  const server = await serve({ pages: pagesFor(asked) })
  await server.inject({ method: 'HEAD', url: '/guests/vic?page=2', remoteAddress: '2001:db8::7' })
  expect(asked[0]).toMatchObject({ method: 'HEAD', network: '2001:db8:0:0::/64' })
  expect(asked[0]?.query.get('page')).toBe('2')
})

it('makes a page of the build anew for some of its addresses, and leaves it as it is for the others', async () => {
  const answer = async ({ query }: PageRequest) => ({
    status: 200,
    fill: (html: string) => html.replace('Contact', `Seat ${query.get('seat')}`),
  })
  const server = await serve({
    pages: [
      { path: '/contact', onlyWith: 'seat', file: 'contact/index.html', answer, renderFailure: (html) => html },
      { path: '/contact', takesForms: true, file: 'contact/index.html', answer, renderFailure: (html) => html },
    ],
  })
  const seat = await server.inject('/contact?seat=4')
  expect(seat.body).toBe('<title>Seat 4</title>')
  expect(seat.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect((await server.inject({ method: 'HEAD', url: '/contact?seat=4' })).statusCode).toBe(200)
  const other = await server.inject('/contact?from=mail')
  expect([other.body, other.headers['cache-control']]).toEqual(['<title>Contact</title>', 'no-cache'])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = await server.inject({ method: 'POST', headers, payload: '', url: '/contact?seat=5' })
  expect(sent.body).toBe('<title>Seat 5</title>')
})
