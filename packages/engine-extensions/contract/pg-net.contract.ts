import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectWithMigrations } from 'engine/testing/features'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { RequestRules } from '../outbound-http/send-request.ts'
import { RequestSender } from '../pg-net/send-queued-requests.ts'

type ReceivedRequest = { method: string | undefined; url: string | undefined; type: string | undefined; body: unknown }

const heard: ReceivedRequest[] = []
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  if (url === '/never') return
  const body = await text(request)
  heard.push({ method, url, type: headers['content-type'], body: body === '' ? undefined : JSON.parse(body) })
  if (url === '/slow') await sleep(300)
  response.writeHead(201, { 'X-Own': 'yes', 'Content-Type': 'text/plain' }).end('heard')
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const { database, anotherServers, sql, as } = await projectWithMigrations(
  `create extension if not exists "pg_net" with schema "extensions";
   create table public.orders (id int primary key, note text);
   grant all on public.orders to anon;
   create table public.visits (id int);
   grant insert on public.visits to anon;
   create function public.tell() returns trigger language plpgsql as $$
   begin
     perform net.http_post(url := '${url}/visit', body := to_jsonb(new));
     return new;
   end $$;
   create trigger tell after insert on public.visits for each row execute function public.tell();`,
  // The CREATE TRIGGER statement of a database webhook as the dashboard writes it.
  `CREATE TRIGGER "orders-hook" AFTER INSERT OR DELETE OR UPDATE ON "public"."orders" FOR EACH ROW EXECUTE FUNCTION
   "supabase_functions"."http_request"('${url}/hook', 'POST', '{"Content-type":"application/json"}', '{}', '5000');`,
)

const log = { error: vi.fn() }
const rules: RequestRules = { mayReach: (to) => to === '127.0.0.1', addressOf: (url) => url }
const servers = [database, anotherServers()].map((one) => new RequestSender({ database: one, log, rules }))
for (const one of servers) await one.start()
afterAll(async () => {
  for (const one of servers) await one.stop()
  server.closeAllConnections()
  server.close()
})

const answerTo = async (id: unknown) => {
  const find = () => sql('select * from net._http_response where id = $1', id)
  await expect.poll(find).toHaveLength(1)
  return (await find())[0]
}
const asked = async (call: string) => answerTo((await sql<{ id: string }>(`select net.${call} as id`))[0]?.id)

describe('a request that a statement asks for', () => {
  it('is made after the commit, and its answer kept', async () => {
    const answer = await asked(`http_post('${url}/in', '{"a": 1}', '{"say": "a b&c/ü"}')`)
    expect(answer).toMatchObject({
      ...{ status_code: 201, content_type: 'text/plain', content: 'heard', timed_out: false, error_msg: null },
      headers: expect.objectContaining({ 'X-Own': 'yes' }),
      created: expect.any(Date),
    })
    expect(heard.splice(0)).toEqual([
      { method: 'POST', url: '/in?say=a%20b%26c%2F%C3%BC', type: 'application/json', body: { a: 1 } },
    ])
    const [collected] = await sql('select (net._http_collect_response($1)).status', answer?.id)
    expect(collected).toEqual({ status: 'SUCCESS' })
  })

  it.each([
    [`http_get('URL/x?a=1', '{"b": "2"}')`, { method: 'GET', url: '/x?a=1&b=2', body: undefined }],
    [`http_delete('URL/x', body => '{"a": 1}')`, { method: 'DELETE', url: '/x', body: { a: 1 } }],
    [`http_post('URL/x', headers => '{"Own": "1"}')`, { method: 'POST', type: 'application/json', body: {} }],
  ])('is what it says: %s', async (call, seen) => {
    await asked(call.replace('URL', url))
    expect(heard.splice(0)).toMatchObject([seen])
  })

  it('is not made where the transaction is taken back', async () => {
    const taken = new Error('taken back')
    const tried = database.transaction({}, async (tx) => {
      await tx.query(`select net.http_get('${url}/taken-back')`)
      throw taken
    })
    await expect(tried).rejects.toThrow(taken)
    await asked(`http_get('${url}/kept')`)
    expect(heard.splice(0).map((one) => one.url)).toEqual(['/kept'])
  })

  it('is made once, by one of several servers', async () => {
    await sql(`select net.http_get('${url}/' || n) from generate_series(1, 60) as n`)
    await expect.poll(() => heard.length).toBe(60)
    await expect.poll(() => sql('select from net.http_request_queue')).toHaveLength(0)
    const paths = heard.splice(0).map((one) => Number(one.url?.slice(1)))
    expect(paths.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
  })

  it('leaves word where there is no answer: in time, or at all', async () => {
    expect(await asked(`http_get('${url}/never', timeout_milliseconds => 50)`)).toMatchObject({
      ...{ status_code: null, timed_out: true, error_msg: 'Timeout of 50 ms reached' },
    })
    expect(await asked(`http_get('http://10.0.0.1/')`)).toMatchObject({
      error_msg: '10.0.0.1 is a private address: PG_NET_PRIVATE_ADDRESSES lists the ones that may be requested',
    })
    expect(await asked(`http_get('nowhere')`)).toMatchObject({ timed_out: false, error_msg: expect.any(String) })
  })

  it('is refused with another type than JSON', async () => {
    await expect(sql(`select net.http_post('${url}', headers => '{"content-type": "text/plain"}')`)).rejects.toThrow(
      'Content-Type header must be "application/json"',
    )
  })

  it('is asked for by triggers of whoever changes a row, who see no answer of others', async () => {
    await as('anon', 'insert into public.visits values (7)')
    await expect.poll(() => heard.splice(0)).toMatchObject([{ url: '/visit', body: { id: 7 } }])
    for (const table of ['_http_response', 'http_request_queue']) {
      await expect(as('authenticated', `select * from net.${table}`)).rejects.toMatchObject({ code: '42501' })
    }
    expect(await as('service_role', 'select from net._http_response')).not.toHaveLength(0)
  })

  it('cannot be waited for by a statement', async () => {
    await expect(sql('select net.http_collect_response(1, false)')).rejects.toMatchObject({ code: '0A000' })
  })
})

describe('a database webhook', () => {
  it('tells an address of each row, as it was and as it is', async () => {
    const told = async (text: string) => {
      await as('anon', text)
      await expect.poll(() => heard.length).toBe(1)
      return heard.splice(0)[0]
    }
    const of = { table: 'orders', schema: 'public' }
    const [empty, full] = [
      { id: 1, note: null },
      { id: 1, note: 'bread' },
    ]
    expect(await told('insert into public.orders values (1)')).toEqual({
      ...{ method: 'POST', url: '/hook', type: 'application/json' },
      body: { ...of, type: 'INSERT', record: empty, old_record: null },
    })
    expect(await told("update public.orders set note = 'bread'")).toMatchObject({
      body: { ...of, type: 'UPDATE', record: full, old_record: empty },
    })
    expect(await told('delete from public.orders')).toMatchObject({
      body: { ...of, type: 'DELETE', record: null, old_record: full },
    })
    expect(await sql('select hook_name from supabase_functions.hooks')).toEqual(
      Array(3).fill({ hook_name: 'orders-hook' }),
    )
  })

  it.each([
    ['', 'url argument is missing'],
    [`'null', 'POST'`, 'url argument is missing'],
    [`'${url}'`, 'method argument is missing'],
    [`'${url}', 'PATCH'`, 'method argument PATCH is invalid'],
  ])('says what it lacks: http_request(%s)', async (args, reason) => {
    await database.transaction({}, async (tx) => {
      await tx.query(`create table public.wrong (id int);
        create trigger wrong after insert on public.wrong for each row execute function supabase_functions.http_request(${args})`)
      await tx.query('savepoint before')
      await expect(tx.query('insert into public.wrong values (1)')).rejects.toThrow(reason)
      await tx.query('rollback to savepoint before')
      await tx.query('drop table public.wrong')
    })
  })
})

it('a request that is under way when its server stops gets its answer, and none is begun any more', async () => {
  const [slow] = await sql<{ id: string }>(`select net.http_get('${url}/slow') as id`)
  await expect.poll(() => heard.splice(0).map((one) => one.url)).toEqual(['/slow'])
  await Promise.all(servers.map((one) => one.stop()))
  expect(await sql('select status_code from net._http_response where id = $1', slow?.id)).toEqual([
    { status_code: 201 },
  ])
  await sql(`select net.http_get('${url}/left')`)
  expect(await sql('select method from net.http_request_queue')).toEqual([{ method: 'GET' }])
  expect(heard).toEqual([])
})

it('answers are forgotten after six hours', async () => {
  await sql("insert into net._http_response (id, created) values (-1, now() - interval '361 minutes')")
  const later = new RequestSender({ database: anotherServers(), log, rules })
  await later.start()
  await later.stop()
  expect(await sql('select from net._http_response where id = -1')).toEqual([])
  expect(log.error).not.toHaveBeenCalled()
})
