export type Bytes = Uint8Array<ArrayBuffer>

export const toBase64 = (bytes: Bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** The source of a regular expression for the base64 of any number of bytes, as one group. */
export const BASE64 = '((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)'
