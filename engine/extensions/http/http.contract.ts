import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ways } from '../asking/ask.ts'
import { ownProject } from '../testing/own-project.ts'
import { AnswersInTime } from './answers-in-time.ts'
import { KEEP } from './http.ts'

let slow = 0
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  if (url === '/never') return
  const body = await text(request)
  if (url === '/slow') {
    slow++
    await sleep(600)
  }
  response.writeHead(url === '/missing' ? 404 : 200, { 'X-Own': 'yes', 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ method, url, type: headers['content-type'], own: headers.own, body, rate: 1.5 }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const { database, sql, as } = await ownProject(
  `create extension if not exists http with schema extensions;
   create function public.rate() returns numeric language sql set search_path = public, extensions as $$
     select (content::json ->> 'rate')::numeric from http_get('${url}/rate')
   $$;
   create table public.contacts (id int primary key, is_known boolean);
   grant insert, select on public.contacts to anon;
   create function public.look_up() returns trigger language plpgsql as $$
   begin
     select status = 200 from extensions.http_head('${url}/' || case new.id when 1 then 'known' else 'missing' end)
       into new.is_known;
     return new;
   end $$;
   create trigger look_up before insert on public.contacts for each row execute function public.look_up();`,
)

describe('http, while nobody answers', () => {
  it.each([
    'public.rate()',
    "extensions.http_get('https://rates.test')",
    `extensions.http_post('https://rates.test', '{"a": 1}'::jsonb)`,
  ])('makes no statement wait, and says what to use: %s', async (call) => {
    await expect(sql(`select ${call}`)).rejects.toMatchObject({
      code: '0A000',
      message: expect.stringContaining('A statement cannot wait for an answer of http'),
      hint: expect.stringContaining('pg_net'),
    })
  })

  it('has what belongs to it', async () => {
    const [row] = await sql(`select
      extensions.urlencode('a b/ü&*'::varchar) as text,
      extensions.urlencode('{"a": "1 2", "b": null}'::jsonb) as data,
      (extensions.http_header('a', 'b')).value,
      cardinality(extensions.http_headers('a', 'b', 'c', 'd')) as headers,
      extensions.bytea_to_text(extensions.text_to_bytea('ü')) as bytes,
      extensions.http_set_curlopt('CURLOPT_TIMEOUT', '10') as is_set`)
    expect(row).toEqual({
      ...{ text: 'a+b%2F%C3%BC%26*', data: 'a=1+2&b=', value: 'b', headers: 2, bytes: 'ü', is_set: true },
    })
    await expect(sql("select extensions.http_headers('a')")).rejects.toThrow('key-value pairs')
  })
})

describe('http', () => {
  const ways: Ways = { mayReach: (to) => to === '127.0.0.1', addressOf: (asked) => asked }
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const serve = async (answers: AnswersInTime) =>
    database.answer?.({ answer: (question) => answers.answer(question), keep: KEEP })
  // A machine that is busy takes its time.
  beforeAll(() => serve(new AnswersInTime(ways, 8_000)))

  it('answers within the statement, whoever asks', async () => {
    const asked = `select status, content_type, content::json, (select value from unnest(headers) where field = 'X-Own') as own
      from extensions.http(('PUT', '${url}/x?ü', extensions.http_headers('own', 'b'), 'text/plain', 'zwölf'))`
    expect(await as('anon', asked)).toEqual([
      {
        ...{ status: 200, content_type: 'application/json', own: 'yes' },
        content: { method: 'PUT', url: '/x?%C3%BC', type: 'text/plain', own: 'b', body: 'zwölf', rate: 1.5 },
      },
    ])
    expect(await sql('select public.rate()')).toEqual([{ rate: '1.5' }])
  })

  it.each([
    [`http_get('URL/x', '{"a": 1}')`, { method: 'GET', url: '/x?a=1' }],
    [`http_post('URL/x', '{"a": 1}'::jsonb)`, { type: 'application/x-www-form-urlencoded', body: 'a=1' }],
    [`http_patch('URL/x', '{}', 'application/json')`, { method: 'PATCH', type: 'application/json', body: '{}' }],
    [`http_delete('URL/x')`, { method: 'DELETE', url: '/x' }],
  ])('asks what it says: %s', async (call, seen) => {
    expect(await sql(`select content::json from extensions.${call.replace('URL', url)}`)).toMatchObject([
      { content: seen },
    ])
  })

  it('is asked by triggers, also for many rows and by many at once', async () => {
    await as('anon', 'insert into public.contacts select generate_series(1, 3)')
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => as('anon', `insert into public.contacts values (${i + 10})`)),
    )
    expect(await sql('select count(*)::int, count(*) filter (where is_known)::int as known from contacts')).toEqual([
      { count: 33, known: 1 },
    ])
  })

  it('keeps no statement for longer than a second, whatever it asks', async () => {
    await serve(new AnswersInTime(ways))
    await expect(sql(`select extensions.http_get('${url}/never')`)).rejects.toMatchObject({
      code: 'XX000',
      message: 'Operation timed out after 1000 milliseconds',
    })
    await sql(`do $$ begin
      for i in 1..10 loop
        begin
          perform extensions.http_get('${url}/slow');
        exception when others then null;
        end;
      end loop;
    end $$`)
    expect(slow).toBeLessThanOrEqual(2)
    await serve(new AnswersInTime(ways, 8_000))
  })

  it('gives way to the time that a statement has', async () => {
    const within = (ms: number) =>
      database.run({ settings: { statement_timeout: `${ms}` } }, { text: `select extensions.http_get('${url}/never')` })
    await expect(within(200)).rejects.toMatchObject({ code: '57014' })
    expect(await sql('select public.rate()')).toEqual([{ rate: '1.5' }])
  })

  it('says why there is no answer', async () => {
    await expect(sql("select extensions.http_get('http://10.0.0.1/')")).rejects.toThrow(
      '10.0.0.1 is a private address: PG_NET_PRIVATE_ADDRESSES says which may be asked',
    )
    for (const nowhere of ["'nowhere'", 'null'])
      await expect(sql(`select extensions.http_get(${nowhere})`)).rejects.toMatchObject({ code: 'XX000' })
  })

  it('is refused to whoever would ask past it', async () => {
    await expect(as('anon', "select engine.http_wait('{}')")).rejects.toMatchObject({ code: '42501' })
  })
})
