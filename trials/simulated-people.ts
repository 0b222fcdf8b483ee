import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'

/** The observations of simulated people. */
export class Noticed {
  reads = 0
  writes: string[] = []
  failures: string[] = []
  /** The number of closed sockets by close code. */
  closed = new Map<number, number>()
  /** The times until people whose socket was closed had a new one. */
  backAfterMs: number[] = []
}

const options = { auth: { persistSession: false, autoRefreshToken: false } }

/** Signs in a person of the seed through the proxy. */
export async function signIn(url: string, anonKey: string, email: string) {
  const db = createClient(url, anonKey, options)
  const { data, error } = await db.auth.signInWithPassword({ email, password: 'mainstreet' })
  if (error) throw error
  return { db, token: data.session.access_token }
}

/** Reads the clients and writes a note, repeatedly. */
export async function work(db: SupabaseClient, noticed: Noticed, { signal }: { signal: AbortSignal }) {
  const { data } = await db.from('projects').select('id').limit(1).single()
  while (!signal.aborted) {
    const read = await db.from('clients').select('id, name').limit(20)
    if (read.error) noticed.failures.push(`read: ${read.status} ${read.error.message}`)
    else noticed.reads += 1
    const words = `Noted ${crypto.randomUUID()}`
    const written = await db.from('project_notes').insert({ project_id: data?.id, note_text: words })
    if (written.error) noticed.failures.push(`write: ${written.status} ${written.error.message}`)
    else noticed.writes.push(words)
    await pause(20)
  }
}

/** Opens pages, each on a connection of its own, like a first visitor. */
export async function visit(url: string, noticed: Noticed, { signal }: { signal: AbortSignal }) {
  while (!signal.aborted) {
    const answer = await fetch(`${url}/pricing`, { headers: { connection: 'close' } }).catch(String)
    if (typeof answer === 'string' || !answer.ok) noticed.failures.push(`page: ${String(answer)}`)
    else await answer.text()
    noticed.reads += 1
    await pause(50)
  }
}

/** Keeps a socket open, and reconnects when it is closed, as browsers do. */
export async function stayConnected(
  address: string,
  hello: unknown,
  noticed: Noticed,
  { signal }: { signal: AbortSignal },
) {
  let lostAt: number | undefined
  while (!signal.aborted) {
    const socket = new WebSocket(address)
    const stop = () => socket.close()
    signal.addEventListener('abort', stop)
    const code = await new Promise<number>((resolve) => {
      socket.addEventListener('open', () => {
        if (lostAt !== undefined) noticed.backAfterMs.push(Math.round(performance.now() - lostAt))
        lostAt = undefined
        socket.send(JSON.stringify(hello))
      })
      socket.addEventListener('close', (event) => resolve(event.code))
      socket.addEventListener('error', () => {})
    })
    signal.removeEventListener('abort', stop)
    if (signal.aborted) return
    lostAt ??= performance.now()
    noticed.closed.set(code, (noticed.closed.get(code) ?? 0) + 1)
    await pause(50)
  }
}

/** Reads all notes that the simulated people wrote, a thousand at a time. */
export async function notes(db: SupabaseClient): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const page = db.from('project_notes').select('note_text').like('note_text', 'Noted %').order('id')
    const { data, error } = await page.range(found.length, found.length + 999)
    if (error) throw error
    if (data.length === 0) return found
    found.push(...data.map(({ note_text }) => String(note_text)))
  }
}
