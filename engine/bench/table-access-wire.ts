/**
 * The limit: the least work with the same answer. Behind node:http each request is one batch over the raw protocol
 * (begin, session and caller, statement, commit), with everything prepared, and the received bytes are the answer. It
 * uses sixteen connections on PostgreSQL; on PGlite it runs in this process and does not wait for the disk. Started by
 * table-access-contestants.ts.
 */
import { createServer } from 'node:http'
import { type Batch, wireInProcess, wireTo } from './postgres-wire.ts'
import { asks } from './table-access-requests.ts'

const { PORT, TOKEN = '', DATABASE_URL, DATABASE_FOLDER = '' } = process.env
const wire = await (DATABASE_URL ? wireTo(DATABASE_URL, 16) : wireInProcess(DATABASE_FOLDER))
const byName = new Map(asks.map((ask) => [ask.name, ask]))
const claims = Buffer.from(TOKEN.split('.').at(1) ?? '', 'base64url').toString()
const session: string = JSON.parse(claims).session_id

const begin = { name: 'begin', text: 'begin' }
const commit = { name: 'commit', text: 'commit' }
const caller = {
  name: 'caller',
  text: `select num_nonnulls(engine.require_session($1), set_config('role', 'authenticated', true),
    set_config('request.jwt.claims', $2, true))`,
  values: [session, claims],
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', async () => {
    const [name = '', id] = String(request.headers['x-ask']).split('/')
    const ask = byName.get(name)
    if (!ask || id === undefined) return response.writeHead(404).end()
    const batch: Batch = [begin, caller, { name, ...ask.least(id) }, commit]
    const answer = await wire.run(batch)
    const isCounted = ask.method === 'HEAD'
    response.setHeader('content-range', `*/${isCounted ? answer : '*'}`)
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(isCounted ? undefined : answer)
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The limit of ${asks.length} requests is at ${PORT}`))
process.on('SIGTERM', async () => {
  await wire.close()
  process.exit(0)
})
