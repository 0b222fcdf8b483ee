/** Frames that the browser sends (docs/specification/messages.md#socket). */
export type ClientFrame =
  | { type: 'auth'; token: string }
  | { type: 'message'; content: string; messageType: string; metadata: Record<string, unknown> }
  | { type: 'typing'; isTyping: boolean }
  | { type: 'seen'; upTo: number }
  | Change

/** A change of one of the sender's own messages. */
export type Change = { type: 'edit'; messageId: string; content: string } | { type: 'delete'; messageId: string }

export type StoredMessage = {
  id: string
  number: number
  sender_id: string | null
  content: string
  created_at: string
  edited_at: string | null
  deleted_at: string | null
  message_type: string
  metadata: Record<string, unknown>
  room_id: string
  sender: { display_name: string | null; avatar_url: string | null } | null
}

/** The last message that a person has seen. */
export type SeenMark = { userId: string; upTo: number }

/** The frames that the chat sends to browsers. */
export type ServerFrame =
  /**
   * The welcome. `lastNumber` is the number of the last message, so that a browser knows at once which messages it
   * lacks; `now` is the server's time, since the browser's clock may be wrong.
   */
  | { type: 'auth_success'; lastNumber: number; now: string }
  | { type: 'new_message'; message: StoredMessage }
  | { type: 'message_changed'; message: StoredMessage }
  | { type: 'change_refused'; messageId: string; message: string }
  | { type: 'user_joined'; userId: string }
  | { type: 'user_left'; userId: string }
  | { type: 'user_typing'; userId: string; isTyping: boolean }
  | { type: 'seen'; seen: SeenMark[] }
  | { type: 'come_back' }
  | { type: 'token_expired' }
  | { type: 'error'; message: string }

/** Thrown for a refused frame; `message` is for the person who sent it. */
export class FrameRefused extends Error {}

/** The only room that frames may name; in the database each agency has its own. */
export const ROOM = 'general'
const LONGEST_MESSAGE = 4_000
const LARGEST_METADATA = 10_000
const LONGEST_CLIENT_ID = 200
const MAX_FILES = 5
/** The longest frame in characters: enough for the longest message and its metadata with every character escaped. */
const LARGEST_FRAME = 100_000

/** Parses a frame of a browser. Throws `FrameRefused` for every frame outside the protocol. */
export function readFrame(data: unknown): ClientFrame {
  if (typeof data !== 'string' || data.length > LARGEST_FRAME) throw notUnderstood()
  const frame = parseObject(data)
  switch (frame.type) {
    case 'auth':
      if (typeof frame.token !== 'string' || typeof frame.roomId !== 'string') throw notUnderstood()
      if (frame.roomId !== ROOM) throw new FrameRefused('There is no such room.')
      return { type: 'auth', token: frame.token }
    case 'message':
      return readMessage(frame)
    case 'edit':
      return { type: 'edit', messageId: readId(frame), content: readText(frame.content) }
    case 'delete':
      return { type: 'delete', messageId: readId(frame) }
    case 'typing':
      if (typeof frame.isTyping !== 'boolean') throw notUnderstood()
      return { type: 'typing', isTyping: frame.isTyping }
    case 'seen':
      return { type: 'seen', upTo: readNumber(frame.upTo) }
    default:
      throw notUnderstood()
  }
}

function readMessage({ content, messageType = 'text', metadata = {} }: Record<string, unknown>): ClientFrame {
  if (typeof messageType !== 'string' || !isObject(metadata)) throw notUnderstood()
  if (!/^[a-z_]{1,30}$/.test(messageType)) throw notUnderstood()
  const { clientId } = metadata
  if (clientId !== undefined && (typeof clientId !== 'string' || clientId.length > LONGEST_CLIENT_ID)) {
    throw notUnderstood()
  }
  if (metadata.files !== undefined) checkFiles(metadata.files)
  const text = readText(content)
  if (JSON.stringify(metadata).length > LARGEST_METADATA) throw new FrameRefused('The message carries too much.')
  if (isNotStorable(JSON.stringify(metadata))) throw notStorable()
  return { type: 'message', content: text, messageType, metadata }
}

/** Checks the shape of attached files; the database checks that they are the sender's and in the chat's bucket. */
function checkFiles(files: unknown): void {
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile)) throw notUnderstood()
  if (files.length > MAX_FILES) throw new FrameRefused(`A message can have up to ${MAX_FILES} files.`)
}

const isFile = (value: unknown): boolean =>
  isObject(value) &&
  ['path', 'name', 'type'].every((key) => typeof value[key] === 'string' && value[key] !== '') &&
  Number.isInteger(value.size)

function readText(content: unknown): string {
  if (typeof content !== 'string') throw notUnderstood()
  const text = content.trim()
  if (text === '') throw new FrameRefused('The message is empty.')
  // The length is counted in code points, as in PostgreSQL.
  if ([...text].length > LONGEST_MESSAGE) {
    throw new FrameRefused(`The message is longer than ${LONGEST_MESSAGE} characters.`)
  }
  if (isNotStorable(text)) throw notStorable()
  return text
}

function readId({ messageId }: Record<string, unknown>): string {
  if (typeof messageId !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(messageId))
    throw notUnderstood()
  return messageId
}

/** The message number of a frame, or 0 if it is not one. */
function readNumber(upTo: unknown): number {
  if (typeof upTo !== 'number' || !Number.isSafeInteger(upTo) || upTo < 0) throw notUnderstood()
  return upTo
}

/** Whether PostgreSQL cannot store a text: it accepts neither U+0000 nor lone surrogates. */
const isNotStorable = (text: string) => text.includes('\0') || text.includes('\\u0000') || !text.isWellFormed()

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notUnderstood()
  }
  if (!isObject(value)) throw notUnderstood()
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const notStorable = () => new FrameRefused('The message holds characters that cannot be stored.')
const notUnderstood = () => new FrameRefused('The chat does not understand this.')
