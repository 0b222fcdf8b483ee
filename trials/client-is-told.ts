/**
 * Is a client told, and is their answer seen, where two servers run and the mail server is down at first? Staff write on one server,
 * the mail waits, the first server dies, the mail server comes back: there has to be one mail, whose link leads in on the other server,
 * and the answer given there is seen live by a colleague on the first one, come back.
 * `node trials/client-is-told.ts`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresDatabase } from 'engine/testing/database'
import { startInstallation } from '../bench/installation.ts'
import { unreliableMailServer } from '../bench/mail-server.ts'
import { clientWith } from '../server/service-client.ts'

const PATIENCE_MS = 180_000

await using all = new AsyncDisposableStack()
const mailServer = await unreliableMailServer()
all.defer(() => void mailServer.close())
mailServer.fail(1)
const site = 'https://agency.test'
const { servers, anonKey, databaseUrl } = all.use(
  await startInstallation(2, { MAIL_URL: mailServer.url, SITE_URL: site, CONTACT_EMAIL: 'hello@north.test' }),
)
const [first, second = first] = servers

const ben = await signIn('ben', first.url)
const project = await ben.from('projects').select('id, client_id').limit(1).single().throwOnError()
const words = { title: 'Two boxes', content: 'Which one do you like?', update_type: 'review', visibility: 'client' }
const update = await ben
  .from('project_updates')
  .insert({ ...words, project_id: project.data.id })
  .select('id')
  .single()
  .throwOnError()
await ben.from('client_mails').insert({ update_id: update.data.id, recipient: 'maria@bakery.test' }).throwOnError()
await ben.functions.invoke('mail-clients', { body: {} })
await until('the mail server has refused it', () => mailServer.refused() > 0)
report('Written on the first server; the mail server took none of', mailServer.refused(), 'tries')

await first.kill()
mailServer.fail(0)
await hurry()
await until('the mail has come', () => mailServer.latest() !== undefined)
const mail = mailServer.latest()?.replaceAll('=\r\n', '') ?? ''
const [, token = ''] = /\/for\/([\w-]{43})/.exec(mail) ?? []
report('The first server is dead, the mail came from the second, with a link:', token.length, 'letters')

const page = await fetch(`${second.url}/for/${token}`, {
  headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' },
})
const shown = await page.text()
if (!shown.includes('Two boxes'))
  throw new Error(`The link leads to a page of status ${page.status} without the update.`)

await first.restart()
const ana = await signIn('ana', first.url)
const seen = Promise.withResolvers<string>()
const channel = ana
  .channel('answers')
  .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'update_answers' }, (change) =>
    seen.resolve(String(change.new.name)),
  )
const joined = Promise.withResolvers<void>()
channel.subscribe((status) => status === 'SUBSCRIBED' && joined.resolve())
await joined.promise

const [, ref = ''] = /name="update" value="(\w+)"/.exec(shown) ?? []
const given = performance.now()
const answered = await fetch(`${second.url}/for/${token}/answers`, {
  method: 'POST',
  body: new URLSearchParams({ update: ref, answer: 'approved', name: 'Maria' }),
  redirect: 'manual',
})
if (answered.status !== 303) throw new Error(`The answer led to status ${answered.status}.`)
const name = await Promise.race([seen.promise, sleep(10_000).then(() => 'nobody')])
report(
  'Answered on the second server, seen live on the first, as of',
  name,
  `in ${Math.round(performance.now() - given)} ms`,
)
await ana.removeAllChannels()

// Long enough for whoever would mail it again.
await hurry()
await sleep(5_000)
const mails = [...mailServer.taken.values()].reduce((sum, count) => sum + count, 0)
report('Mails in all:', mails)
if (name !== 'Maria' || mails !== 1) process.exitCode = 1

async function signIn(who: string, url: string) {
  const client = clientWith(url, anonKey)
  const { error } = await client.auth.signInWithPassword({ email: `${who}@north.test`, password: 'mainstreet' })
  if (error) throw error
  return client
}

/** Moves the pauses between tries on, which grow to hours. */
async function hurry() {
  const database = await postgresDatabase(databaseUrl, 'trial')
  await database.run({}, { text: 'update mail.mails set due_at = now()' })
  await database.run({}, { text: 'update engine.clock set due_at = now()' })
  await database.close()
}

async function until(what: string, holds: () => boolean) {
  const end = Date.now() + PATIENCE_MS
  while (!holds()) {
    if (Date.now() > end) throw new Error(`After ${PATIENCE_MS / 1000} s still not: ${what}.`)
    await sleep(250)
  }
}

function report(...words: (string | number)[]) {
  console.log(words.join(' '))
}
