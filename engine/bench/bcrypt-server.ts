/**
 * The limit of the sign-in bench: `@node-rs/bcrypt` alone, in a process like the engine's. For `GET
 * /?at-once=16&ms=500` it compares a password with its hash for that long and answers how often it did. Started by
 * sign-in.ts.
 */
import { createServer } from 'node:http'
import { hash, verify } from '@node-rs/bcrypt'
import { countRepetitions } from './count-repetitions.ts'

const PASSWORD = 'north-and-south'
/** The cost of the engine's hashes and of the seed's people. */
const COST = 10

const stored = await hash(PASSWORD, { cost: COST })
const server = createServer(async ({ url = '/' }, response) => {
  const asked = new URL(url, 'http://localhost').searchParams
  const done = await countRepetitions(Number(asked.get('at-once')), Number(asked.get('ms')), () =>
    verify(PASSWORD, stored),
  )
  response.end(JSON.stringify(done))
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(`bcrypt is at ${process.env.PORT}`))
