import type { Transaction } from 'engine/testing/database'
import { describe, expect, it } from 'vitest'
import { asSol, erase, erasureScene, everything, ids, linesWith, type Receipt, statements } from './erasure-scene.ts'

const withScene = erasureScene()

describe('whoever is erased', () => {
  it('is named nowhere any more, and nobody else is missing anything: a client', async () => {
    const { before, receipt, left, files, chain } = await withScene(async (tx) => {
      const before = await everything(tx)
      const files = await tx.query(`select * from files_of('client', '${ids.nolan}')`)
      const receipt = await erase(tx, 'client', ids.nolan)
      return {
        before,
        receipt,
        files,
        left: await everything(tx),
        chain: await tx.query('select * from check_audit_chain()'),
      }
    })
    expect(before).toContain('nolan')
    expect(linesWith(/nolan/, left)).toEqual([])
    expect(left.match(/sally|sol\b|south/g)).toEqual(before.match(/sally|sol\b|south/g))
    expect(files).toEqual([
      { bucket: 'client-update-files', name: expect.stringMatching(/1_nolan\.png$/) },
      { bucket: 'client-update-files', name: expect.stringMatching(/1_nolan\.pdf$/) },
    ])
    expect(receipt).toMatchObject({
      kind: 'client',
      subject: expect.stringMatching(/^[0-9a-f]{64}$/),
      files: ['hash of a file'],
      rows: { 'public.clients': 1, 'public.projects': 1, 'public.contact_submissions': 2, 'mail.mails': 3 },
    })
    expect(JSON.stringify(receipt)).not.toMatch(/nolan|c0000000/)
    expect(chain).toEqual([])
  })

  it('is named nowhere any more, and no mail of somebody goes whose name or address only begins or ends like theirs', async () => {
    const left = await withScene(async (tx) => {
      await tx.query(`
        update clients set name = 'Al', email = 'al@shop.test' where id = '${ids.nolan}';
        update contact_submissions set name = 'Al', email = 'al@shop.test' where client_id = '${ids.nolan}';
        insert into contact_submissions (name, business_name, email, phone, service, came_by, client_id)
          values ('Al', '', '', '555', 'ai', 'phone', '${ids.nolan}');
        insert into mail.mails (urgency, recipient, subject, state, content) values
          (2, 'pal@shop.test', 'Almost done', 'sent', null), (2, 'al@shop.tester.org', 'New message from Ally', 'sent', null),
          (2, 'info@agency.test', 'Somebody else', 'waiting', '{"text": "Email: pal@shop.test\\nal@shop.testing"}'),
          (2, 'Al <AL@shop.test>', 'Gone', 'sent', null),
          (2, 'info@agency.test', 'Gone too', 'waiting', '{"text": "Email:\\nal@shop.test."}')`)
      await erase(tx, 'client', ids.nolan)
      return tx.query(
        `select array_agg(subject order by subject) as left from mail.mails where recipient ~ 'shop|info' and subject !~ 'sally'`,
      )
    })
    expect(left).toEqual([{ left: ['Almost done', 'New message from Ally', 'Somebody else'] }])
  })

  it.each(['clients', 'agencies'])('is named nowhere any more, where it was deleted from %s before', async (place) => {
    const [kind, id] = place === 'clients' ? ['client', ids.nolan] : ['agency', ids.north]
    const { kept, files, left } = await withScene(async (tx) => {
      await asSol(tx, "delete from contact_submissions where name = 'nolan-again'")
      await asSol(tx, "delete from project_updates where title = 'nolan-title'")
      await asSol(tx, `delete from ${place} where id = '${id}'`)
      const kept = await everything(tx)
      const files = await tx.query('select * from files_of($1, $2)', [kind, id])
      await erase(tx, kind, id)
      return { kept, files, left: await everything(tx) }
    })
    expect(kept).toMatch(/nolan-title/)
    expect(files).toHaveLength(2)
    expect(linesWith(/nolan/, left)).toEqual([])
    expect(left).toContain('sally-content')
  })

  it('is named nowhere any more: a person, whose work for clients stays', async () => {
    const left = await withScene(async (tx) => {
      await erase(tx, 'person', ids.nora)
      return everything(tx)
    })
    expect(linesWith(/nora/, left)).toEqual([])
    expect(left).toContain('nolan-note')
    expect(left).toContain('sol-said')
  })

  it('is named nowhere any more: an agency, with its clients and people', async () => {
    const left = await withScene(async (tx) => {
      await erase(tx, 'agency', ids.north)
      return everything(tx)
    })
    expect(linesWith(/north|nora|nolan/, left)).toEqual([])
    expect(left).toContain('sally-note')
  })
})

describe('nobody is erased', () => {
  it('where it is only asked what would go', async () => {
    const [asked, before, left] = await withScene(async (tx) => {
      const before = await everything(tx)
      return [await erase(tx, 'agency', ids.north, false), before, await everything(tx)] as const
    })
    expect(asked).toEqual({ rows: expect.objectContaining({ 'public.clients': 1, 'auth.users': 1 }) })
    expect(left).toBe(before)
  })

  it.each([
    ['the agency that answers the website', 'agency', ids.south, 'Let another one answer it first.'],
    ['the last super admin', 'person', ids.sol, 'The last super admin cannot be removed.'],
    ['somebody who is not there', 'client', ids.nora, 'There is no such client.'],
    ['anything else', 'project', ids.nolan, 'Only a client, a person, an agency or an enquiry can be erased.'],
  ])('where it is %s', async (_who, kind, subject, why) => {
    await expect(withScene((tx) => erase(tx, kind, subject))).rejects.toThrow(why)
  })
})

it('finds by a receipt whom an older backup brought back', async () => {
  const found = await withScene(async (tx) => {
    await tx.query('savepoint older')
    const receipts = [await erase(tx, 'client', ids.nolan), await erase(tx, 'person', ids.nora)]
    await tx.query('rollback to older')
    return tx.query('select * from to_erase_again($1)', [JSON.stringify(receipts)])
  })
  expect(found).toEqual([
    { kind: 'client', subject: ids.nolan },
    { kind: 'person', subject: ids.nora },
  ])
})

describe('[enquiries.md#forgetting] enquiries that became nobody', () => {
  const MONTHS_AGO = `now() - interval '7 months'`
  const asked = (name: string, columns: string, values: string) => `
    insert into contact_submissions (name, business_name, email, phone, service, created_at, ${columns})
      values ('${name}', 'Shop', '${name}@visitor.test', '1', 'ai', ${MONTHS_AGO}, ${values});`
  const OLD = asked('old', 'id', `'10000000-0000-4000-8000-000000000001'`)
  const ENQUIRIES = `
    ${OLD}
    ${asked('archived', 'state, state_changed_at', `'not now', ${MONTHS_AGO}`)}
    ${asked('answered-lately', 'state, answered_at', `'answered', now() - interval '5 months'`)}
    ${asked('archived-lately', 'state, state_changed_at', `'not now', now()`)}
    ${asked('called', 'id', `'10000000-0000-4000-8000-000000000003'`)}
    insert into calls (id, enquiry_id, starts_at, time_zone, changed_at)
      select ('2' || substr(id::text, 2))::uuid, id, ${MONTHS_AGO} + case name when 'called' then interval '2 months' else '0' end, 'UTC',
        ${MONTHS_AGO}
      from contact_submissions where name in ('old', 'called');
    insert into mail.mails (key, urgency, recipient, subject) select 'call/' || id || '/reminder/0', 2, 'old@visitor.test', 'Call' from calls
      where id = '20000000-0000-4000-8000-000000000001';
    ${asked('a-client', 'state, client_id', `'client', '${ids.sally}'`)}
    ${asked('with-a-call', 'id', `'10000000-0000-4000-8000-000000000002'`)}
    insert into calls (enquiry_id, starts_at, time_zone, changed_at)
      values ('10000000-0000-4000-8000-000000000002', now() + interval '3 days', 'UTC', ${MONTHS_AGO});
    insert into contact_submissions (name, business_name, email, phone, service, created_at)
      values ('known', 'Shop', 'SALLY@client.test', '1', 'ai', ${MONTHS_AGO});
    insert into mail.mails (key, urgency, recipient, subject)
      select 'enquiry/' || id || '/1', 2, 'hello@south.test', 'Enquiry of ' || name from contact_submissions
      where name in ('old', 'known');`
  const set = (months: number) => `update agencies set forget_enquiries_after = ${months} where answers_website;`
  const names = async (tx: Transaction) =>
    (
      await tx.query<{ name: string }>(
        "select name from contact_submissions where name not like '%olan%' and name not like '%sally%' order by name",
      )
    ).map(({ name }) => name)
  const forget = async (tx: Transaction, isNight = true) => {
    const [row] = await tx.query<{ gone: number }>('select forget_enquiries($1) as gone', [isNight])
    return row?.gone
  }

  it('are gone after the night, with what hangs on them, and again where an older backup brings them back', async () => {
    const { gone, left, text, back, subjects } = await withScene(async (tx) => {
      await statements(tx, ENQUIRIES + set(6))
      const gone = await forget(tx)
      const receipts = await tx.query<{ receipt: Receipt }>('select erasure_receipts() as receipt')
      const left = await names(tx)
      const text = await everything(tx)
      await statements(tx, OLD)
      const again = JSON.stringify(receipts.map(({ receipt }) => receipt))
      const back = await tx.query('select * from to_erase_again($1)', [again])
      return { gone, left, text, back, subjects: receipts.length }
    })
    expect(gone).toBe(2)
    expect(left).toEqual(['a-client', 'answered-lately', 'archived-lately', 'called', 'known', 'with-a-call'])
    expect(linesWith(/old@|of old|archived@/, text)).toEqual([])
    expect(text).toContain('enquiry of known')
    expect(subjects).toBe(1)
    expect(back).toEqual([{ kind: 'enquiry', subject: '10000000-0000-4000-8000-000000000001' }])
  })

  it('stay where nobody has chosen a time, or a longer one, and by day where it was chosen only now', async () => {
    const gone = await withScene(async (tx) => {
      await statements(tx, ENQUIRIES)
      const never = await forget(tx)
      await statements(tx, set(12))
      const later = await forget(tx)
      await statements(tx, set(6))
      return [never, later, await forget(tx, false)]
    })
    expect(gone).toEqual([0, 0, 0])
  })
})
