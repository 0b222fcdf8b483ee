/** The content of one WebSocket message. */
export type SocketData = string | ArrayBuffer | Blob

/** The size in bytes. */
export function sizeOf(data: SocketData): number {
  if (typeof data === 'string') return Buffer.byteLength(data)
  return data instanceof Blob ? data.size : data.byteLength
}
