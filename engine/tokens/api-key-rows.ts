import { z } from 'zod'
import type { Database } from '../database/database.ts'

export const apiKeyTypes = ['publishable', 'secret'] as const
export type ApiKeyType = (typeof apiKeyTypes)[number]

/** Identifies a key; publishable and secret keys have separate names. */
export const namedKey = z.object({
  type: z.enum(apiKeyTypes),
  name: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,63}$/, 'at most 64 letters from a to z, digits and _, and no digit at the beginning'),
})
export type NamedKey = z.infer<typeof namedKey>

export const apiKeyRow = namedKey.extend({ id: z.uuid() })
export type ApiKeyRow = z.infer<typeof apiKeyRow>

/** The stored keys of an installation. */
export type ApiKeyRows = {
  /** The keys in the order of their creation. */
  list(): Promise<ApiKeyRow[]>
  /** Returns false where the name is taken. */
  add(key: NamedKey): Promise<boolean>
  /** Returns false where there is no such key. */
  revoke(key: NamedKey): Promise<boolean>
}

export const apiKeyRowsIn = (database: Pick<Database, 'run'>): ApiKeyRows => ({
  list: () =>
    database.run<ApiKeyRow>({}, { text: 'select id, type, name from engine.api_keys order by inserted_at, type' }),
  async add({ type, name }) {
    const text = 'insert into engine.api_keys (type, name) values ($1, $2) on conflict do nothing returning id'
    return (await database.run({}, { text, values: [type, name] })).length > 0
  },
  async revoke({ type, name }) {
    const text = 'delete from engine.api_keys where type = $1 and name = $2 returning id'
    return (await database.run({}, { text, values: [type, name] })).length > 0
  },
})
