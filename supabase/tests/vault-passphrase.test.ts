import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

let agency: string
let bea: Person // on the staff
let bob: Person // her colleague
let amy: Person // their agency admin

interface Entry {
  id: string
  title: string
  updated_at: string
  encrypted_password: string
  encrypted_notes: string | null
  encrypted_two_step_key: string | null
  two_step_key_changed_at: string | null
}

beforeAll(async () => {
  agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'Passphrase House' }))
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
  bob = await newPerson('Bob', { agencyId: agency, roles: ['agency_staff'] })
  amy = await newPerson('Amy', { agencyId: agency, roles: ['agency_admin'] })
})
afterAll(async () => {
  await arrange(service.from('vault_access_logs').delete().eq('agency_id', agency))
  await removePeople(bea, bob, amy)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

/**
 * The entries of the test are Bea's router with notes and her bank, shared with colleagues, and Bob's printer, shared
 * with her.
 */
beforeEach(async () => {
  await arrange(service.from('password_vault').delete().in('user_id', [bea.id, bob.id]))
  await add(bea, { title: 'Router', encrypted_notes: sealed(), encrypted_two_step_key: sealed() })
  await add(bea, { title: 'Bank', agency_id: agency })
  await add(bob, { title: 'Printer', agency_id: agency, encrypted_notes: sealed() })
})

const add = (person: Person, entry: { title: string; [column: string]: unknown }) =>
  arrange(person.db.from('password_vault').insert({ encrypted_password: sealed(), ...entry }))

const entriesOf = async ({ id }: Person): Promise<Entry[]> =>
  arrange(service.from('password_vault').select().eq('user_id', id).order('title'))

/** New payloads for entries as the browser makes them, with one salt for all. */
function anew(entries: readonly Entry[]) {
  const salt = randomBytes(16)
  return entries.map(({ id, updated_at, encrypted_notes, encrypted_two_step_key }) => ({
    id,
    seen: updated_at,
    encrypted_password: sealed({ salt }),
    encrypted_notes: encrypted_notes === null ? null : sealed({ salt }),
    encrypted_two_step_key: encrypted_two_step_key === null ? null : sealed({ salt }),
  }))
}

const change = ({ db }: Person, entries: unknown[], left_out: string[] = []) =>
  db.rpc('change_vault_passphrase', { entries, left_out, user_agent: 'Test' })

type Payloads = Pick<Entry, 'encrypted_password' | 'encrypted_notes' | 'encrypted_two_step_key'>

const payloads = (entries: readonly Payloads[]) =>
  entries.map((entry) => [entry.encrypted_password, entry.encrypted_notes, entry.encrypted_two_step_key])

describe('[vault.md#changing-the-passphrase] what is encrypted with another passphrase', () => {
  it('is stored for every entry of one’s own, and recorded', async () => {
    const before = await entriesOf(bea)
    const fresh = anew(before)
    expect(await arrange(change(bea, fresh))).toBe(2)
    const after = await entriesOf(bea)
    expect(payloads(after)).toEqual(payloads(fresh))
    // The keys are the same, so their age stays.
    const ages = (entries: readonly Entry[]) => entries.map(({ two_step_key_changed_at }) => two_step_key_changed_at)
    expect(ages(after)).toEqual(ages(before))
    expect(after.every(({ updated_at }, place) => updated_at !== before[place]?.updated_at)).toBe(true)
    const ids = after.map(({ id }) => id)
    const log = await arrange(amy.db.from('vault_access_logs').select().in('vault_entry_id', ids))
    expect(log.map(({ action, user_id, user_agent }) => [action, user_id, user_agent])).toEqual(
      ids.map(() => ['updated', bea.id, 'Test']),
    )
  })

  it('is stored without the entries that were left out on purpose', async () => {
    const [bank, router] = await entriesOf(bea)
    if (!bank || !router) throw new Error('There are two.')
    const fresh = anew([bank])
    expect(await arrange(change(bea, fresh, [router.id]))).toBe(1)
    expect(payloads(await entriesOf(bea))).toEqual([...payloads(fresh), ...payloads([router])])
  })

  const refusals: [what: string, send: () => Promise<{ error: { code: string } | null }>, code: string][] = [
    [
      'one of them was changed meanwhile',
      async () => {
        const fresh = anew(await entriesOf(bea))
        await arrange(
          bea.db
            .from('password_vault')
            .update({ tags: ['new'] })
            .eq('title', 'Router')
            .eq('user_id', bea.id),
        )
        return change(bea, fresh)
      },
      'PT409',
    ],
    [
      'one was added meanwhile',
      async () => {
        const fresh = anew(await entriesOf(bea))
        await add(bea, { title: 'Mail' })
        return change(bea, fresh)
      },
      'PT409',
    ],
    [
      'one was deleted meanwhile',
      async () => {
        const fresh = anew(await entriesOf(bea))
        await arrange(bea.db.from('password_vault').delete().eq('title', 'Router').eq('user_id', bea.id))
        return change(bea, fresh)
      },
      'PT409',
    ],
    ['one is missing', async () => change(bea, anew(await entriesOf(bea)).slice(1)), 'PT409'],
    [
      'one is given twice',
      async () => {
        const [one, other] = anew(await entriesOf(bea))
        return change(bea, [one, other, one])
      },
      'PT409',
    ],
    [
      'one is given and left out',
      async () => {
        const fresh = anew(await entriesOf(bea))
        return change(bea, fresh.slice(1), [fresh[0]?.id ?? '', bob.id])
      },
      'PT409',
    ],
    [
      'notes would be lost',
      async () =>
        change(
          bea,
          anew(await entriesOf(bea)).map((entry) => ({ ...entry, encrypted_notes: null })),
        ),
      'PT409',
    ],
    [
      'notes would come from nowhere',
      async () =>
        change(
          bea,
          anew(await entriesOf(bea)).map((entry) => ({ ...entry, encrypted_notes: sealed() })),
        ),
      'PT409',
    ],
    [
      'one payload is none',
      async () => {
        const [one, other] = anew(await entriesOf(bea))
        return change(bea, [one, { ...other, encrypted_password: '{}' }])
      },
      '23514',
    ],
    [
      'one was sealed for another entry',
      async () => {
        const [one, other] = anew(await entriesOf(bea))
        return change(bea, [one, { ...other, encrypted_password: one?.encrypted_password }])
      },
      '23505',
    ],
    [
      'one is a colleague’s, shared or not',
      async () => change(bea, anew([...(await entriesOf(bea)), ...(await entriesOf(bob))])),
      'PT409',
    ],
  ]
  it.each(refusals)('is not stored at all if %s', async (_what, send, code) => {
    const mine = await entriesOf(bea)
    const theirs = await entriesOf(bob)
    const { error } = await send()
    expect(error?.code).toBe(code)
    const stays = new Set(mine.map(({ encrypted_password }) => encrypted_password))
    const left = (await entriesOf(bea)).filter(({ title }) => title !== 'Mail')
    expect(left.filter(({ encrypted_password }) => !stays.has(encrypted_password))).toEqual([])
    expect(await entriesOf(bob)).toEqual(theirs)
    const log = service
      .from('vault_access_logs')
      .select('id')
      .in(
        'vault_entry_id',
        mine.map(({ id }) => id),
      )
    expect(await arrange(log)).toEqual([])
  })

  it('is nobody else’s to store, nor an admin’s', async () => {
    const mine = await entriesOf(bea)
    for (const person of [bob, amy]) {
      expect((await change(person, anew(mine))).error?.code).toBe('PT409')
    }
    expect(await entriesOf(bea)).toEqual(mine)
  })

  it('is not stored for whoever is on the staff no more, or of an agency that is closed', async () => {
    const mine = await entriesOf(bea)
    await arrange(service.from('agencies').update({ is_active: false }).eq('id', agency))
    expect((await change(bea, anew(mine))).error?.code).toBe('PT409')
    await arrange(service.from('agencies').update({ is_active: true }).eq('id', agency))
    expect(await entriesOf(bea)).toEqual(mine)
  })

  it('is stored once, when it is sent twice at the same time', async () => {
    const [once, again] = [anew(await entriesOf(bea)), anew(await entriesOf(bea))]
    const answers = await Promise.all([change(bea, once), change(bea, again), change(bea, once)])
    expect(answers.map(({ error }) => error?.code ?? 'stored').sort()).toEqual(['PT409', 'PT409', 'stored'])
    expect([payloads(once), payloads(again)]).toContainEqual(payloads(await entriesOf(bea)))
  })
})
