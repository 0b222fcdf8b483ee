import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import type { Names } from './daily-tasks-ways.ts'

const words = ['Larkspur', 'Quayside', 'Foxglove']
export const ROUNDS = words.length

const people = [
  ['Tess Quill', 'Vera Flower', 'Noor Haddad'],
  ['Rolf Vance', 'Hugo Marsh', 'Kim Aldous'],
  ['Mira Stroud', 'Ines Calder', 'Joan Petty'],
]

export const namesOf = (round: number): Names => {
  const word = words[round] ?? ''
  const [leaver = '', sender = '', newcomer = ''] = people[round] ?? []
  return {
    client: `${word} Bakery`,
    project: `${word} website`,
    word: word.toLowerCase(),
    deleted: `${['Tansy', 'Bramble', 'Yarrow'][round]} Florist`,
    ...{ leaver, sender, newcomer },
    many: Array.from({ length: 10 }, (_, index) => `Stall ${round * 10 + index + 1}`),
  }
}

export interface Scene extends AsyncDisposable {
  url: string
  /** How supabase-js keeps the session of somebody in the browser. */
  sessionOf(email: string): Promise<string>
}

/** Serves the large agency by the code in `folder`, in a process of its own, with what the tasks are about. */
export async function openScene(folder: string): Promise<Scene> {
  const program = fileURLToPath(new URL('serve-large-agency.ts', import.meta.url))
  const server = spawn(process.execPath, [program], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  async function stop() {
    server.kill()
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
  try {
    const [line] = await once(createInterface(server.stdout), 'line')
    const { url, anonKey }: { url: string; anonKey: string } = JSON.parse(String(line))
    const sessionOf = (email: string) => signIn(url, anonKey, email)
    await fill(url, anonKey)
    return { url, sessionOf, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function signIn(url: string, anonKey: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'mainstreet' }),
  })
  return answer.text()
}

/** What the tasks are about, for each round, made as a person with the portal would have made it. */
async function fill(url: string, anonKey: string): Promise<void> {
  const ana = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  await ana.auth.signInWithPassword({ email: 'ana@north.test', password: 'mainstreet' })
  for (let round = 0; round < ROUNDS; round++) {
    const { client, project, deleted, leaver, sender } = namesOf(round)
    const added = await ana
      .from('clients')
      .insert([client, deleted].map((name, index) => ({ name, email: `hello-${round}-${index}@market.test` })))
      .select('id, name, agency_id')
      .throwOnError()
    const whose = added.data.find(({ name }) => name === client)
    await ana
      .from('projects')
      .insert({ name: project, client_id: whose?.id, agency_id: whose?.agency_id, project_type: 'maintenance' })
      .throwOnError()
    const email = `leaver-${round}@north.test`
    const body = { email, name: leaver, password: 'mainstreet', role: 'agency_staff' }
    const { error } = await ana.functions.invoke('create-user', { body })
    if (error) throw error
    const enquiry = { name: sender, business_name: `${sender} & Co`, email: `asks-${round}@market.test` }
    await ana
      .from('contact_submissions')
      .insert({ ...enquiry, phone: '(555) 010-2030', service: 'website', message: 'Could you make us a website?' })
      .throwOnError()
  }
}
