/** Reads WebAssembly's binary format as far as this folder needs it: numbers and sections. */

export interface Section {
  id: number
  /** The offsets of the section's header, of its content and of its end. */
  start: number
  content: number
  end: number
}

/** The ids of the sections that this folder reads or writes. */
export const IMPORT_SECTION = 2
export const CODE_SECTION = 10

/** The eight bytes that every module begins with: magic number and version. */
const PREAMBLE_BYTES = 8

export function* sectionsOf(bytes: Uint8Array): Generator<Section> {
  let at = PREAMBLE_BYTES
  while (at < bytes.length) {
    const [size, content] = readNumber(bytes, at + 1)
    const end = content + size
    yield { id: bytes[at] ?? 0, start: at, content, end }
    at = end
  }
}

/** Reads an unsigned number in LEB128; returns the number and the offset behind it. */
export function readNumber(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++] ?? 0
    value += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return [value, at]
  }
}

export function writeNumber(value: number): number[] {
  const bytes = []
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80)
  return [...bytes, value]
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
