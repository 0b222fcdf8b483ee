import { createClient, type PostgrestError, type SupabaseClient } from '@supabase/supabase-js'
import { publishableKey, secretKey } from '../_shared/api-keys.ts'
import type { Database, Json } from '../_shared/database.types.ts'
import { requireEnv } from '../_shared/runtime.ts'
import { type Change, FrameRefused, ROOM, type StoredMessage } from './protocol.ts'

type NewMessage = Pick<StoredMessage, 'content' | 'message_type' | 'metadata'>
type DepartedPerson = { user_id: string; agency_id: string }
type HeartbeatResult = { ended: string[]; departed: DepartedPerson[] }

/** The person behind a connection, as the database knows them; `expiresAt` is that of their token. */
export type Member = { userId: string; agencyId: string; expiresAt: number; token: string }

/**
 * The result of admitting a connection. `isFirst` if it is the person's only one; `lastNumber` is the number of the
 * room's last message.
 */
type Admission = { member: Member; isFirst: boolean; lastNumber: number }

/** Thrown if a token gives no access to the chat, or no longer: signed out, role revoked, no agency. */
export class AccessDenied extends Error {}
/** Thrown if a token has expired: its person may have a session still, and return with a renewed token. */
export class TokenExpired extends Error {}
/** Thrown if row policies or checks refused a message. */
export class NotStored extends Error {}

const withSender =
  'id, number, sender_id, content, created_at, edited_at, deleted_at, message_type, metadata, room_id, sender:user_profiles(display_name, avatar_url)'

export type ChatStore = ReturnType<typeof chatStore>

/** The chat's access to the data API. People's actions use their own token, so that row policies decide. */
export function chatStore() {
  const url = requireEnv('SUPABASE_URL')
  const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
  const api = createClient<Database>(url, publishableKey(), options)
  const service = createClient<Database>(url, secretKey(), options)
  const bearer = (token: string) => ['Authorization', `Bearer ${token}`] as const

  return {
    /** Opens a connection in the database. Throws `AccessDenied` or `TokenExpired`. */
    async open(server: string, connection: string, token: string): Promise<Admission> {
      const asked = api.rpc('open_chat_connection', { server, connection }).setHeader(...bearer(headerSafe(token)))
      const [entrance] = readAnswer(await asked, AccessDenied) ?? []
      if (!entrance) throw new AccessDenied()
      return toAdmission(entrance, token)
    },

    /** Stores a message, or finds the one already stored under its clientId. Throws `NotStored` if row policies refuse. */
    async add({ userId, agencyId, token }: Member, message: NewMessage): Promise<StoredMessage> {
      const adding = api.from('chat_messages').insert({ ...message, room_id: ROOM, agency_id: agencyId })
      const added = await adding.select(withSender).setHeader(...bearer(token))
      const [fresh] = added.error?.code === UNIQUE_VIOLATION ? [] : readAnswer(added, NotStored)
      if (fresh) return fresh
      const stored = api.from('chat_messages').select(withSender).eq('sender_id', userId)
      const same = stored.eq('metadata->>clientId', String(message.metadata.clientId)).setHeader(...bearer(token))
      const [found] = readAnswer(await same, NotStored)
      if (!found) throw new NotStored('It was stored in another agency.')
      return found
    },

    /** Edits or deletes a message of the person's own, and returns the changed message. Throws `NotStored`. */
    async change({ token }: Member, change: Change): Promise<StoredMessage> {
      const message = change.messageId
      readAnswer(await changed(api, change).setHeader(...bearer(token)), NotStored)
      const stored = api.from('chat_messages').select(withSender).eq('id', message)
      const [found] = readAnswer(await stored.setHeader(...bearer(token)), NotStored)
      if (!found) throw new NotStored('It is in another agency.')
      return found
    },

    async setTyping({ userId, token }: Member, isTyping: boolean): Promise<void> {
      const mine = api.from('user_presence').update({ is_typing: isTyping }).eq('user_id', userId).eq('room_id', ROOM)
      readAnswer(await mine.setHeader(...bearer(token)), NotStored)
    },

    /** Removes a connection, even after its token expired. Returns whether it was the person's last. */
    async close(connection: string, person: string): Promise<boolean> {
      return readAnswer(await service.rpc('close_chat_connection', { connection, person }), Error)
    },

    /** Stores a heartbeat of this server, and returns which of its connections have lost their access. */
    async keep(server: string, connections: string[]): Promise<HeartbeatResult> {
      const [kept] = readAnswer(await service.rpc('keep_chat_connections', { server, connections }), Error)
      const departed = Array.isArray(kept?.departed) ? kept.departed.filter(isDeparted) : []
      return { ended: kept?.ended ?? [], departed }
    },
  }
}

const changed = (api: SupabaseClient<Database>, { messageId: message, ...change }: Change) =>
  change.type === 'edit'
    ? api.rpc('edit_message', { message, words: change.content })
    : api.rpc('delete_message', { message })

type OpenedConnectionRow = Database['public']['Functions']['open_chat_connection']['Returns'][number]

const toAdmission = (
  { user_id, agency_id, expires_at, is_first, last_number }: OpenedConnectionRow,
  token: string,
): Admission => ({
  member: { userId: user_id, agencyId: agency_id, expiresAt: expires_at * 1000, token },
  isFirst: is_first,
  lastNumber: last_number,
})

const isDeparted = (value: Json): value is DepartedPerson =>
  typeof value === 'object' && value !== null && 'user_id' in value && 'agency_id' in value

const UNIQUE_VIOLATION = '23505'
/** The database's error code for a person who sends too many messages. */
const TOO_MANY = 'PT429'

/** The data API's message about an expired token; an ended session has the same code. */
const EXPIRED = 'JWT expired'

/** Whether a token fits into a header: tokens come from outside, and headers accept only these characters. */
const headerSafe = (token: string) => (/^[\w.-]{1,8000}$/.test(token) ? token : 'none')

type Answer<T> = { data: T; error: null } | { data: null; error: PostgrestError; status?: number }

/**
 * Returns the value of an answer; throws the caller's kind of refusal for client errors, and a plain error for internal
 * ones.
 */
function readAnswer<T>(answer: Answer<T>, Refused: new (message: string) => Error): T {
  if (answer.error === null) return answer.data
  const { status = 0, error } = answer
  if (error.code === TOO_MANY) throw new FrameRefused(error.message)
  if (status === 401)
    throw error.message === EXPIRED ? new TokenExpired(error.message) : new AccessDenied(error.message)
  if (status >= 400 && status < 500) throw new Refused(error.message)
  throw error
}
