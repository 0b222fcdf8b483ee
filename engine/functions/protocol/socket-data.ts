/** What goes over a WebSocket in one message. */
export type SocketData = string | ArrayBuffer | Blob

/** In bytes. */
export function sizeOf(data: SocketData): number {
  if (typeof data === 'string') return Buffer.byteLength(data)
  return data instanceof Blob ? data.size : data.byteLength
}
