/** One byte for the kind, then the length, which includes its own four bytes. */
const HEADER_BYTES = 5

/** The complete messages of the wire protocol, each with its header. */
export function* messagesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) return
    yield bytes.subarray(at, end)
    at = end
  }
}

/** A message of this kind. Strings end in a zero byte, as the protocol requires. */
export function message(kind: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(kind)
  header.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}
