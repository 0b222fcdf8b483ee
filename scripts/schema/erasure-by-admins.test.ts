import { describe, expect, it } from 'vitest'
import { asSol, erase, erasureScene, everything, ids, linesWith, statements } from './erasure-scene.ts'

const withScene = erasureScene()

describe('[clients.md#erase-for-good] one of the people of a client', () => {
  const [petra, kept] = ['70000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000002']
  const PETRA = `
    insert into client_people (id, client_id, name, email) values
      ('${petra}', '${ids.nolan}', 'petra', 'petra@client.test'), ('${kept}', '${ids.nolan}', 'otto', 'otto@client.test');
    insert into client_links (client_id, name, person_id) values ('${ids.nolan}', 'petra', '${petra}');
    insert into client_links (client_id, name) values ('${ids.nolan}', 'Mail to petra@client.test');
    insert into update_answers (update_id, answer, name, person, link_id)
      select 'e0000000-0000-4000-8000-000000000001', 'approved', 'P. etra', 'petra', id
      from client_links where name = 'petra';
    update client_requests set name = 'PETRA', link_id = (select id from client_links where name like 'Mail%')
      where client_id = '${ids.nolan}';
    insert into client_mails (update_id, recipient) values ('e0000000-0000-4000-8000-000000000001', 'Petra@client.test');
    insert into contact_submissions (name, business_name, email, phone, service)
      values ('petra-asked', 'Shop', 'petra@client.test', '1', 'ai');
    insert into mail.mails (urgency, recipient, subject, state) values
      (2, 'petra <petra@client.test>', 'Your link', 'sent')`

  it('is named nowhere any more, and nobody else is missing anything', async () => {
    const { left, rows } = await withScene(async (tx) => {
      // An enquiry is the agency's that answers the website.
      await statements(tx, `update agencies set answers_website = true where id = '${ids.north}';${PETRA}`)
      const before = await everything(tx)
      expect(before).toMatch(/p\. etra/)
      const { rows } = await erase(tx, 'client_person', petra)
      return { left: await everything(tx), rows }
    })
    expect(linesWith(/petra|p\. etra/, left)).toEqual([])
    expect(left).toMatch(/otto@client\.test/)
    expect(rows).toEqual({
      ...{ 'public.client_people': 1, 'public.client_links': 2, 'public.client_mails': 1, 'mail.mails': 2 },
      // The notice is about the enquiry.
      ...{ 'public.contact_submissions': 1, 'public.notices': 1 },
    })
  })

  it('is found again by a receipt, also where an older backup has them among what was deleted', async () => {
    const found = await withScene(async (tx) => {
      await statements(tx, PETRA)
      await tx.query('savepoint older')
      const again = JSON.stringify([await erase(tx, 'client_person', petra)])
      await tx.query('rollback to older')
      const back = await tx.query('select * from to_erase_again($1)', [again])
      await asSol(tx, `delete from client_people where id = '${petra}'`)
      const deleted = await tx.query('select * from to_erase_again($1)', [again])
      await erase(tx, 'client_person', petra)
      return [back, deleted, await tx.query(`select from recently_deleted where subject_id = '${petra}'`)]
    })
    expect(found).toEqual([...Array(2).fill([{ kind: 'client_person', subject: petra }]), []])
  })

  it('takes along the chance to undo the merge that made them one of its people', async () => {
    const left = await withScene(async (tx) => {
      const merged = '70000000-0000-4000-8000-000000000003'
      await tx.query(
        `insert into clients (id, agency_id, name, email) values ('${merged}', '${ids.north}', 'pia', 'pia@client.test')`,
      )
      await asSol(tx, `select merge_clients('${ids.nolan}', '${merged}', '{}')`)
      const [person] = await tx.query<{ id: string }>("select id from client_people where name = 'pia'")
      await erase(tx, 'client_person', person?.id ?? '')
      return tx.query("select title from recently_deleted where title ~* 'pia'")
    })
    expect(left).toEqual([])
  })
})

describe('[clients.md#erase-for-good] in the name of an agency', () => {
  /** A client of North with the address of an enquiry to South, of a client of South, or of an account. */
  const withAddress = (address: string) => `
    update clients set email = '${address}' where id = '${ids.nolan}';
    insert into contact_submissions (name, business_name, email, phone, service)
      values ('asked-south', 'Shop', 'asked@visitor.test', '1', 'ai');
    insert into mail.mails (urgency, recipient, subject, state, content) values
      (2, '${address}', 'To the address', 'waiting', '{}'),
      (2, 'sol@staff.test', 'About the address', 'waiting', '{"text": "${address}"}'),
      (2, 'nora@staff.test', 'Of North about ${address}', 'waiting', '{"text": "${address}"}')`

  it.each([
    ['an account', 'sol@staff.test'],
    ['a client of another agency', 'sally@client.test'],
    ['an enquiry to another agency', 'asked@visitor.test'],
    ['a part of somebody’s', 'l@staff.test'],
  ])('leaves what is another agency’s, where its client has the address of %s', async (_whose, address) => {
    const { before, after } = await withScene(async (tx) => {
      await statements(tx, withAddress(address))
      const look = async () => [
        await tx.query('select subject from mail.mails where subject ~ $1 order by subject', ['^(To|About) the']),
        await tx.query("select name from contact_submissions where name !~ 'nolan-name' order by name"),
      ]
      const before = await look()
      await erase(tx, 'client', ids.nolan, true, ids.north)
      return { before, after: await look() }
    })
    const [mails, enquiries] = before
    expect(mails).toHaveLength(2)
    expect(after[1]).toEqual(enquiries)
    // An address that nobody has is the client's alone.
    expect(after[0]).toEqual(address === 'l@staff.test' ? [{ subject: 'About the address' }] : mails)
  })

  it('erases the mails to its own staff about an address that is the client’s alone', async () => {
    const left = await withScene(async (tx) => {
      await statements(tx, withAddress('alone@client.test'))
      await erase(tx, 'client', ids.nolan, true, ids.north)
      return tx.query('select subject from mail.mails where content::text ~ $1', ['alone@'])
    })
    expect(left).toEqual([{ subject: 'About the address' }])
  })
})
