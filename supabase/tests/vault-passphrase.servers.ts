import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { type KillableAgency, startKillableAgency } from '../../scripts/testing/killable-agency.ts'
import { openStoringWindow } from '../../scripts/testing/storing-window.ts'
import { sealed } from '../isolation/sealed.ts'

const ENTRIES = 150
/** When, in parts of the time that storing takes undisturbed. To start a server again takes the longest. */
const KILLS = [
  { killed: 'browser', at: 0.15 },
  { killed: 'browser', at: 0.45 },
  { killed: 'server', at: 0.4 },
  { killed: 'browser', at: 0.75 },
] as const

it.concurrent.each(['embedded', 'PostgreSQL'] as const)(
  '[vault.md#changing-the-passphrase] on %s, whatever is killed while it is stored, all is as before or all is changed',
  async (on) => {
    const agency = await startKillableAgency(on)
    try {
      await tryToBreak(agency)
    } finally {
      await agency.stop()
    }
  },
)

/** `npm run bench -- passphrase-change` does so in a real browser, at many more moments. */
async function tryToBreak(agency: KillableAgency) {
  const ana = await signIn(agency)
  const entries = Array.from({ length: ENTRIES }, (_, number) => ({
    title: `${number}`,
    ...sealedAnew(number % 2 === 0),
  }))
  await ana.db.from('password_vault').insert(entries).throwOnError()
  const wholeMs = await storeUndisturbed(agency)
  for (const { killed, at } of KILLS) {
    const change = await begin(agency)
    await sleep(at * wholeMs)
    if (killed === 'browser') await change.window.close()
    else await agency.killAndStart()
    const said = await change.window.ended
    const possible = said === 'stored' ? ['new'] : ['before', 'new']
    expect(await found(agency, change)).toBeOneOf(possible)
    await change.window.close()
  }
}

async function storeUndisturbed(agency: KillableAgency): Promise<number> {
  const change = await begin(agency)
  const begun = performance.now()
  expect(await change.window.ended).toBe('stored')
  const wholeMs = performance.now() - begun
  expect(await found(agency, change)).toBe('new')
  await change.window.close()
  return wholeMs
}

/** A window that has begun to store what it has encrypted anew. */
async function begin(agency: KillableAgency) {
  const { url } = agency
  const { db, session } = await signIn(agency)
  const before = await read(db)
  const entries = before.map(({ id, updated_at, encrypted_notes }) => {
    return { id, seen: updated_at, ...sealedAnew(encrypted_notes !== null) }
  })
  const window = await openStoringWindow({ url, session, change: { entries, leftOut: [] } })
  return { window, before, entries }
}

/** To the database another passphrase is just another payload. */
const sealedAnew = (hasNotes: boolean) => ({
  encrypted_password: sealed(),
  encrypted_notes: hasNotes ? sealed() : null,
})

type Payloads = { encrypted_password: string; encrypted_notes: string | null }

/** What the entries are stored as: all as before, all as they were encrypted anew, or some one way and some another. */
async function found(agency: KillableAgency, change: { before: readonly Payloads[]; entries: readonly Payloads[] }) {
  const stored = payloads(await read((await signIn(agency)).db))
  if (stored === payloads(change.before)) return 'before'
  return stored === payloads(change.entries) ? 'new' : 'a mixture'
}

const payloads = (entries: readonly Payloads[]) =>
  entries.map(({ encrypted_password, encrypted_notes }) => `${encrypted_password} ${encrypted_notes}`).join('\n')

/** Always in the same order. */
async function read(db: SupabaseClient): Promise<(Payloads & { id: string; updated_at: string })[]> {
  const { data: me } = await db.auth.getUser()
  const mine = db.from('password_vault').select('id, updated_at, encrypted_password, encrypted_notes')
  return (await mine.eq('user_id', me.user?.id).order('id').throwOnError()).data
}

async function signIn({ url, anonKey }: KillableAgency) {
  const db = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await db.auth.signInWithPassword({ email: 'ana@north.test', password: 'mainstreet' })
  if (error) throw error
  return { db, session: data.session }
}
