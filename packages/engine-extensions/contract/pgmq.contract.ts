import { projectWithMigrations } from 'engine/testing/features'
import { describe, expect, it } from 'vitest'

// The migration includes the wrapper functions that the dashboard creates when queues are exposed through the API.
const { sql, as, apply } = await projectWithMigrations(
  `create extension if not exists pgmq;
   select pgmq.create('mails');
   create schema if not exists pgmq_public;
   grant usage on schema pgmq_public to service_role;
   create function pgmq_public.send(queue_name text, message jsonb, sleep_seconds integer default 0)
   returns setof bigint language plpgsql set search_path = '' as $$
   begin
     return query select * from pgmq.send(queue_name := queue_name, msg := message, delay := sleep_seconds);
   end $$;
   create function pgmq_public.pop(queue_name text) returns setof pgmq.message_record
   language plpgsql set search_path = '' as $$
   begin
     return query select * from pgmq.pop(queue_name := queue_name);
   end $$;
   grant usage on schema pgmq to service_role;
   grant all on function pgmq.read(text, integer, integer) to service_role;
   grant all on function pgmq.send(text, jsonb, integer) to service_role;
   grant all on all tables in schema pgmq to service_role;
   alter table pgmq.q_mails enable row level security;`,
)

const ids = async (call: string) => (await sql<{ id: string }>(`select ${call} as id`)).map(({ id }) => id)
const read = (call: string) => sql(`select * from pgmq.${call}`)

describe('a queue', () => {
  it('is made once, listed, measured, emptied and dropped', async () => {
    await sql("select pgmq.create('Jobs'), pgmq.create('Jobs'), pgmq.create_unlogged('quick')")
    const queues = await sql('select queue_name, is_partitioned, is_unlogged from pgmq.list_queues() order by 1')
    expect(queues).toEqual([
      { queue_name: 'Jobs', is_partitioned: false, is_unlogged: false },
      { queue_name: 'mails', is_partitioned: false, is_unlogged: false },
      { queue_name: 'quick', is_partitioned: false, is_unlogged: true },
    ])
    await sql("select pgmq.send_batch('Jobs', array['1', '2', '3']::jsonb[]), pgmq.send('Jobs', '4', 60)")
    expect(await read("metrics('Jobs')")).toEqual([
      {
        ...{ queue_name: 'Jobs', queue_length: '4', total_messages: '4', queue_visible_length: '3' },
        ...{
          newest_msg_age_sec: expect.any(Number),
          oldest_msg_age_sec: expect.any(Number),
          scrape_time: expect.any(Date),
        },
      },
    ])
    expect(await sql("select queue_length from pgmq.metrics_all() where queue_name = 'Jobs'")).toHaveLength(1)
    expect(await ids("pgmq.purge_queue('Jobs')")).toEqual(['4'])
    expect(await ids("pgmq.drop_queue('Jobs')")).toEqual([true])
    expect(await ids("pgmq.drop_queue('Jobs')")).toEqual([false])
    expect(await ids("to_regclass('pgmq.q_jobs')")).toEqual([null])
  })

  it('is refused by a name that would be none, and in parts', async () => {
    await expect(sql("select pgmq.create(repeat('x', 48))")).rejects.toThrow('queue name is too long')
    await expect(sql("select pgmq.create('a;b')")).rejects.toThrow('queue name contains invalid characters')
    await expect(sql("select pgmq.create_partitioned('parts')")).rejects.toMatchObject({ code: '0A000' })
  })
})

describe('a message', () => {
  it('is the reader’s for a while, in the order in which they were sent', async () => {
    const [first, second] = await ids(`pgmq.send_batch('mails', array['{"to": "ana"}', '{"to": "ben"}']::jsonb[])`)
    expect(await read("read('mails', 30, 1)")).toEqual([
      {
        ...{ msg_id: first, read_ct: 1, message: { to: 'ana' }, headers: null },
        ...{ enqueued_at: expect.any(Date), vt: expect.any(Date) },
      },
    ])
    expect(await read("read('mails', 30, 10)")).toMatchObject([{ msg_id: second }])
    expect(await read("read('mails', 30, 10)")).toEqual([])
    expect(await read(`set_vt('mails', ${first}, 0)`)).toMatchObject([{ msg_id: first, read_ct: 1 }])
    expect(await read("read('mails', 0, 10)")).toMatchObject([{ msg_id: first, read_ct: 2 }])
    expect(await ids(`pgmq.delete('mails', ${first})`)).toEqual([true])
    expect(await ids(`pgmq.delete('mails', ${first})`)).toEqual([false])
    expect(await ids(`pgmq.archive('mails', array[${first}, ${second}])`)).toEqual([second])
    expect(await sql('select msg_id, message, read_ct from pgmq.a_mails')).toEqual([
      { msg_id: second, message: { to: 'ben' }, read_ct: 1 },
    ])
  })

  it('has headers, may come later, and is looked for by what is in it', async () => {
    await sql(`select pgmq.send('mails', '{"to": "cleo"}', '{"urgent": true}'::jsonb)`)
    await sql(`select pgmq.send('mails', '{"to": "dan"}', delay => 60), pgmq.send('mails', '{"to": "eve"}', now())`)
    expect(await read(`read('mails', 30, 10, '{"to": "eve"}')`)).toMatchObject([{ message: { to: 'eve' } }])
    expect(await read("read_with_poll('mails', 30, 10, 1, 10)")).toMatchObject([{ headers: { urgent: true } }])
    expect(await read("read_with_poll('mails', 30, 10, max_poll_seconds => 0)")).toEqual([])
    expect(await ids("pgmq.purge_queue('mails')")).toEqual(['3'])
  })

  it('is sent by the project’s server through the wrappers, and popped', async () => {
    const sent = await as('service_role', `select * from pgmq_public.send('mails', '{"to": "fay"}')`)
    expect(sent).toHaveLength(1)
    expect(await as('service_role', "select * from pgmq_public.pop('mails')")).toMatchObject([
      { message: { to: 'fay' } },
    ])
    expect(await as('service_role', "select * from pgmq_public.pop('mails')")).toEqual([])
  })
})

it('nobody reaches queues that the project has not opened to them', async () => {
  for (const role of ['anon', 'authenticated']) {
    await expect(as(role, "select pgmq.send('mails', '{}')")).rejects.toMatchObject({ code: '42501' })
    await expect(as(role, 'select * from pgmq.q_mails')).rejects.toMatchObject({ code: '42501' })
  }
})

it('a migration may ask again', async () => {
  await apply("create extension if not exists pgmq; select pgmq.create('more');")
  expect(await ids("pgmq.send('more', '{}')")).toHaveLength(1)
})
