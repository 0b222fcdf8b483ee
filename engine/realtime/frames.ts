export type Payload = Record<string, unknown>

/** A frame from the client, in any version of the protocol. */
export type ClientFrame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown }

/** A frame from the server; refs are returned byte for byte. */
export type ServerFrame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}

/** A broadcast of raw bytes, which only version 2 supports. */
export type Bytes = { encoding: 'bytes'; bytes: Buffer }
export const isBytes = (payload: unknown): payload is Bytes =>
  typeof payload === 'object' && payload !== null && 'bytes' in payload && Buffer.isBuffer(payload.bytes)

export type Version = '1' | '2'

/** Decodes a frame; undefined for an invalid one, which is ignored (docs/wire/realtime.md#frames). */
export function decodeFrame(version: Version, data: Buffer, isBinary: boolean): ClientFrame | undefined {
  try {
    if (isBinary) return version === '2' ? decodeBinary(data) : undefined
    const value: unknown = JSON.parse(data.toString())
    if (version === '2') {
      return Array.isArray(value) && value.length === 5
        ? frame(value[0], value[1], value[2], value[3], value[4])
        : undefined
    }
    if (!isObject(value)) return undefined
    return frame(value.join_ref, value.ref, value.topic, value.event, value.payload)
  } catch {
    return undefined
  }
}

function frame(joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown) {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  return { joinRef: textOrNull(joinRef), ref: textOrNull(ref), topic, event, payload }
}

const USER_PUSH = 3
const USER_BROADCAST = 4
const JSON_ENCODING = 1

/** Decodes a frame of kind 3: the client's broadcast, JSON or bytes. */
function decodeBinary(data: Buffer): ClientFrame | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0, eventLength = 0, metaLength = 0, encoding] = data
  const headLength = 7 + joinRefLength + refLength + topicLength + eventLength + metaLength
  if (kind !== USER_PUSH || data.length < headLength) return undefined
  let at = 7
  const take = (length: number) => {
    at += length
    return data.subarray(at - length, at).toString()
  }
  const [joinRef, ref, topic, event] = [take(joinRefLength), take(refLength), take(topicLength), take(eventLength)]
  const body = data.subarray(headLength)
  const payload = encoding === JSON_ENCODING ? JSON.parse(body.toString()) : { encoding: 'bytes', bytes: body }
  return { joinRef, ref, topic, event: 'broadcast', payload: { type: 'broadcast', event, payload } }
}

export type EncodedFrame = { data: Buffer; isBinary: boolean }

/** Caches encoded payloads, since all members of a room receive the same object. */
const shared = new WeakMap<Payload, Map<Version, EncodedFrame | undefined>>()

/** Encodes a frame; undefined where the version cannot express it. */
export function encodeFrame(version: Version, frame: ServerFrame): EncodedFrame | undefined {
  if (frame.joinRef !== null || frame.ref !== null) return encode(version, frame)
  const known = shared.get(frame.payload) ?? new Map<Version, EncodedFrame | undefined>()
  shared.set(frame.payload, known)
  if (!known.has(version)) known.set(version, encode(version, frame))
  return known.get(version)
}

function encode(version: Version, { joinRef, ref, topic, event, payload }: ServerFrame): EncodedFrame | undefined {
  if (isBytes(payload.payload)) {
    const data = version === '2' ? encodeBytes(topic, payload, payload.payload.bytes) : undefined
    return data && { data, isBinary: true }
  }
  const text = JSON.stringify(version === '2' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref })
  return { data: Buffer.from(text), isBinary: false }
}

/** Encodes a frame of kind 4, whose names are limited to 255 bytes. */
function encodeBytes(topic: string, { event, meta }: Payload, bytes: Buffer): Buffer | undefined {
  const names = [topic, String(event), meta === undefined ? '' : JSON.stringify(meta)].map((name) => Buffer.from(name))
  const lengths = names.map(({ length }) => length)
  if (lengths.some((length) => length > 255)) return undefined
  return Buffer.concat([Buffer.from([USER_BROADCAST, ...lengths, 0]), ...names, bytes])
}

export const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
