/**
 * Tries 10,000 links to clients' pages that do not lead in, on a server of its own: guessed, expired, revoked, of deleted clients.
 * Each has to be the same 404 page, none may be told by the time it takes, and who guesses from one address has to be barred.
 * `node trials/guessed-links.ts`
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from 'engine'
import { freePort } from 'engine/testing'
import { ClientPages } from '../server/for-clients/client-pages.ts'
import { installation } from '../server/installation.ts'
import { clientWith, serviceClient } from '../server/service-client.ts'

const TRIES = 10_000
const NORTH = 'a0000000-0000-4000-8000-000000000001'

await using all = new AsyncDisposableStack()
const home = await mkdtemp(join(tmpdir(), 'mainstreet-guesses-'))
all.defer(() => rm(home, { recursive: true, force: true }))
const clientPages = new ClientPages()
const engine = await startEngine({
  ...installation,
  env: { ...process.env, DATA_DIR: home, PORT: String(await freePort()), DATABASE_URL: '', LOG_LEVEL: 'silent' },
  site: { dir: join(import.meta.dirname, '../web/build/client'), pages: clientPages.pages },
  seed: true,
  prepare: async (engine) => clientPages.start(engine),
})
all.defer(() => engine.stop())
const service = serviceClient(engine)
const ben = clientWith(engine.ownUrl, engine.anonKey)
await ben.auth.signInWithPassword({ email: 'ben@north.test', password: 'mainstreet' })

async function linkOf(name: string): Promise<{ id: string; client: string; token: string }> {
  const row = { agency_id: NORTH, name, email: 'client@guesses.test' }
  const client = (await service.from('clients').insert(row).select('id').single().throwOnError()).data.id
  const made = await ben
    .rpc('make_client_link', { client, name })
    .single<{ id: string; token: string }>()
    .throwOnError()
  return { ...made.data, client }
}

const valid = await linkOf('Valid')
const expired = await linkOf('Expired')
await service.from('client_links').update({ expires_at: '2020-01-01' }).eq('id', expired.id).throwOnError()
const revoked = await linkOf('Revoked')
await service.from('client_links').update({ revoked_at: new Date().toISOString() }).eq('id', revoked.id).throwOnError()
const deleted = await linkOf('Deleted')
await service.from('clients').delete().eq('id', deleted.client).throwOnError()

const tokens: Record<string, () => string> = {
  guessed: () => randomBytes(32).toString('base64url'),
  expired: () => expired.token,
  revoked: () => revoked.token,
  deleted: () => deleted.token,
}

/** From an address that nobody has guessed from. */
let visitors = 0
const open = (token: string, address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors++ & 255}`) =>
  fetch(`${engine.ownUrl}/for/${token}`, { headers: { 'x-forwarded-for': address } })

const pages = new Set<string>()
const times = new Map(Object.keys(tokens).map((kind) => [kind, [] as number[]]))
for (let tried = 0; tried < TRIES / 4; tried++) {
  for (const [kind, tokenOf] of Object.entries(tokens)) {
    const began = performance.now()
    const response = await open(tokenOf())
    const page = await response.text()
    times.get(kind)?.push(performance.now() - began)
    pages.add(`${response.status} ${response.headers.get('cache-control')} ${page}`)
  }
}
const barred: number[] = []
for (let tried = 0; tried < 25; tried++) barred.push((await open(tokens.guessed?.() ?? '', '192.0.2.1')).status)
const fromThere = (await open(valid.token, '192.0.2.1')).status
const fromElsewhere = (await open(valid.token)).status

console.log(`${TRIES} tries: ${pages.size} answer(s), of status ${[...pages].map((page) => page.slice(0, 3)).join()}`)
for (const [kind, taken] of times) {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2)
  console.log(`  ${kind.padEnd(8)} ${at(0.5)} ms, p10 ${at(0.1)}, p90 ${at(0.9)}`)
}
console.log(`A valid link from who guessed 25 times: ${fromThere}, from elsewhere: ${fromElsewhere}`)
if (pages.size !== 1 || fromThere !== 404 || fromElsewhere !== 200) process.exitCode = 1
