import { createHash } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import type { Database } from '../database/database.ts'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import type { Tokens } from './tokens.ts'

type KeysInUse = { anon_key: string; signing: string[] }

/**
 * Compares the keys with those that the database was last served with. A server with other keys than those beside it
 * would refuse all tokens and issue tokens that the others refuse: throws `ConfigError`. A server that is alone, as on
 * the embedded database, prints a warning and goes on.
 */
export async function agreeOnKeys(
  database: Database,
  tokens: Pick<Tokens, 'anonKey' | 'jwks'>,
  { file, isAlone }: { file: string; isAlone: boolean },
): Promise<void> {
  const mine: KeysInUse = {
    anon_key: createHash('sha256').update(tokens.anonKey).digest('hex'),
    signing: await Promise.all(tokens.jwks().keys.map((key) => calculateJwkThumbprint(key))),
  }
  const known = await storeFirstKeys(database, mine)
  if (isSame(known, mine)) return
  if (!agrees(known, mine)) {
    if (!isAlone) {
      throw new ConfigError(
        `${file} or JWT_SECRET is not that of the other servers on this database: each would refuse the tokens of the other. Give this server theirs. Where its own are to be used from now on, stop the others and run in the database: delete from engine.keys_in_use.`,
      )
    }
    console.log(
      `Keys: ${file} or JWT_SECRET is not what it was, so everybody signs in again; restored, it is as before.`,
    )
  }
  await database.run({}, { text: 'update engine.keys_in_use set anon_key = $1, signing = $2', values: valuesOf(mine) })
}

/** The keys of the first server are recorded. */
async function storeFirstKeys(database: Database, mine: KeysInUse): Promise<KeysInUse> {
  return database.transaction({}, async (tx) => {
    await tx.query(
      'insert into engine.keys_in_use (anon_key, signing) values ($1, $2) on conflict do nothing',
      valuesOf(mine),
    )
    const [known] = await tx.query<KeysInUse>('select anon_key, signing from engine.keys_in_use')
    return known ?? mine
  })
}

const valuesOf = ({ anon_key, signing }: KeysInUse) => [anon_key, signing]

const isSame = (known: KeysInUse, mine: KeysInUse) =>
  known.anon_key === mine.anon_key && JSON.stringify(known.signing) === JSON.stringify(mine.signing)

/** Signing keys are replaced one by one, server by server: the next key is added everywhere before it signs. */
const agrees = (known: KeysInUse, mine: KeysInUse) =>
  known.anon_key === mine.anon_key && mine.signing.some((key) => known.signing.includes(key))
