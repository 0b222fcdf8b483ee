import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { type KillableAgency, startKillableAgency } from '../../scripts/testing/killable-agency.ts'
import { sealed } from '../isolation/random-payload.ts'
import { openStoringWindow } from './storing-window.ts'

const ENTRIES = 150
/** Moments of the kill, as fractions of the undisturbed duration. Restarting a server takes longest. */
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

async function tryToBreak(agency: KillableAgency) {
  const ana = await signIn(agency)
  const entries = Array.from({ length: ENTRIES }, (_, number) => ({
    title: `${number}`,
    ...sealedAnew(number % 2 === 0),
  }))
  await ana.db.from('password_vault').insert(entries).throwOnError()
  /**
   * All states that the database may hold, in the order in which they were begun: the last one found, and those of
   * later changes. The server continues with requests of closed windows, so an earlier change may be stored later, and
   * the next one is refused. States before the last one found never return.
   */
  const whole = new Map([[await stored(agency), 'as it began']])
  const begin = async (name: string) => {
    const change = await openWindow(agency)
    whole.set(payloads(change.entries), name)
    return change
  }
  const found = async () => {
    const now = await stored(agency)
    if (!whole.has(now)) return 'what may not stand there'
    for (const [state] of whole) {
      if (state === now) break
      whole.delete(state)
    }
    return whole.get(now)
  }

  const undisturbed = await begin('undisturbed')
  const begun = performance.now()
  expect(await undisturbed.window.ended).toBe('stored')
  const wholeMs = performance.now() - begun
  expect(await found()).toBe('undisturbed')
  await undisturbed.window.close()
  for (const { killed, at } of KILLS) {
    const name = `with the ${killed} killed at ${at}`
    const { window } = await begin(name)
    await sleep(at * wholeMs)
    if (killed === 'browser') await window.close()
    else await agency.killAndStart()
    const said = await window.ended
    expect(await found()).toBeOneOf(said === 'stored' ? [name] : [...whole.values()])
    await window.close()
  }
}

/** A window that has begun to store re-encrypted entries. */
async function openWindow(agency: KillableAgency) {
  const { db, session } = await signIn(agency)
  const entries = (await read(db)).map(({ id, updated_at, encrypted_notes }) => {
    return { id, seen: updated_at, ...sealedAnew(encrypted_notes !== null) }
  })
  const window = await openStoringWindow({ url: agency.url, session, change: { entries, leftOut: [] } })
  return { window, entries }
}

/** New payloads, as after a change of passphrase, which the database cannot tell from other payloads. */
const sealedAnew = (hasNotes: boolean) => ({
  encrypted_password: sealed(),
  encrypted_notes: hasNotes ? sealed() : null,
})

type Payloads = { encrypted_password: string; encrypted_notes: string | null }

const stored = async (agency: KillableAgency) => payloads(await read((await signIn(agency)).db))

const payloads = (entries: readonly Payloads[]) =>
  entries.map(({ encrypted_password, encrypted_notes }) => `${encrypted_password} ${encrypted_notes}`).join('\n')

/** Reads the vault entries in a fixed order. */
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
