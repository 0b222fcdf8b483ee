import { mkdir, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { functionsBed, host } from './testing/functions-bed.ts'

const bed = functionsBed()
const { write, serve } = bed

it('prefers the secrets of functions/.env', async () => {
  await write('where', `export default { fetch: () => Response.json([${host}.env('CITY'), ${host}.env('COUNTRY')]) }`)
  await writeFile(bed.path('functions/.env'), 'CITY=York\n')
  const { app, call } = await serve()
  expect(await (await call('where')).json()).toEqual(['York', 'England'])
  await app.close()
})

it('does not start without secrets that it cannot read', async () => {
  await mkdir(bed.path('functions/.env'), { recursive: true })
  await expect(serve()).rejects.toThrow('EISDIR')
})

it('gives functions the address of this very server', async () => {
  await write('where', `export default { fetch: () => new Response(${host}.env('SUPABASE_URL')) }`)
  const { app, call, url } = await serve()
  expect(new URL(await (await call('where')).text()).port).toBe(new URL(url).port)
  await app.close()
})

it('tells functions where people find this server, unless a secret does', async () => {
  await write('where', `export default { fetch: () => new Response(${host}.env('SITE_URL')) }`)
  const { app, call, url } = await serve()
  expect(await (await call('where')).text()).toBe(`http://localhost:${new URL(url).port}`)
  await app.close()
  await writeFile(bed.path('functions/.env'), 'SITE_URL=https://north.test\n')
  const told = await serve()
  expect(await (await told.call('where')).text()).toBe('https://north.test')
  await told.app.close()
})

it('tells functions who issues tokens, also where services and site have addresses of their own', async () => {
  await write('who', `export default { fetch: () => new Response(${host}.env('SB_JWT_ISSUER')) }`)
  const { app, call } = await serve({ env: { SITE_URL: 'https://shop.test', API_EXTERNAL_URL: 'https://api.test' } })
  expect(await (await call('who')).text()).toBe('https://api.test/auth/v1')
  await app.close()
})

it('tells functions where the call came from, whatever the caller says', async () => {
  await write('where', `export default { fetch: (request) => new Response(request.headers.get('x-forwarded-for')) }`)
  const { app, url, headers } = await serve()
  const response = await fetch(`${url}/functions/v1/where`, {
    headers: { ...headers, 'x-forwarded-for': '203.0.113.7' },
  })
  expect(await response.text()).toBe('127.0.0.1')
  await app.close()
})

it('shows functions nothing of the process it runs in, and each its own variables', async () => {
  await write(
    'sets',
    `export default { fetch() {
      Object.assign(process.env, { CITY: 'York', COLOUR: 'red', SIZE: 7 })
      delete process.env.COUNTRY
      return Response.json([process.env, 'COUNTRY' in process.env])
    } }`,
  )
  await write('reads', `export default { fetch: () => Response.json(process.env) }`)
  // On one thread, where separating them is harder.
  const { app, call } = await serve({ maxThreads: 1 })
  const variables = z.record(z.string(), z.string())
  const [changed, hasCountry] = z.tuple([variables, z.boolean()]).parse(await (await call('sets')).json())
  expect(changed).toMatchObject({ CITY: 'York', COLOUR: 'red', SIZE: '7', SUPABASE_FUNCTION_SLUG: 'sets' })
  expect(hasCountry).toBe(false)
  expect(
    Object.keys(changed).filter(
      (name) => !/^(SUPABASE_\w+|SB_JWT_ISSUER|SITE_URL|RATE_LIMITS|CITY|COLOUR|SIZE)$/.test(name),
    ),
  ).toEqual([])
  const untouched = variables.parse(await (await call('reads')).json())
  expect(untouched).toMatchObject({ CITY: 'Bath', COUNTRY: 'England', SUPABASE_FUNCTION_SLUG: 'reads' })
  expect(Object.keys(untouched)).not.toContain('COLOUR')
  expect(process.env.SIZE).toBeUndefined()
  await app.close()
})
