import { Refusal, readBytes } from '../_shared/http.ts'
import { type FormTree, formTree } from './form-tree.ts'

const FORM = 'application/x-www-form-urlencoded'
/** Types under which programs send JSON without saying so, such as `curl -d` and `navigator.sendBeacon`. */
const JSON_UNDER_OTHER_TYPES = ['', 'text/plain', FORM]

/** Reads a body of JSON or of form fields, whatever encoding they are in. */
export async function readSent(request: Request): Promise<unknown> {
  const header = request.headers.get('content-type') ?? ''
  const type = header.split(';')[0]?.trim().toLowerCase() ?? ''
  const charset = /;\s*charset="?([^";\s]+)/i.exec(header)?.[1]
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw new Refusal(415, `Send the body as it is, not as ${encoding}.`)
  const bytes = await readBytes(request)
  if (type === 'multipart/form-data') return readMultipart(bytes, header)
  const isJson = /^(application|text)\/([\w.-]+\+)?json$/.test(type)
  if (isJson || (JSON_UNDER_OTHER_TYPES.includes(type) && /^\s*[[{]/.test(latin1(bytes))))
    return readJson(bytes, charset)
  if (type === '' || type === FORM) return readUrlencoded(bytes, charset)
  throw new Refusal(
    415,
    `Send JSON (application/json) or form fields (application/x-www-form-urlencoded, multipart/form-data), not ${type}.`,
  )
}

/** Numbers keep the digits that were sent: Google's ids are longer than JavaScript counts, and 1.50 is a price. */
function readJson(bytes: Uint8Array, charset: string | undefined): unknown {
  const keepDigits = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? value) : value
  try {
    return JSON.parse(decode(bytes, charset), keepDigits)
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, 'The body is not valid JSON.')
  }
}

function readUrlencoded(bytes: Uint8Array, charset: string | undefined): FormTree {
  const decodeField = (text: string) => decode(unescaped(text), charset)
  const pairs = latin1(bytes)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [decodeField(name), decodeField(value.join('='))]
    })
  return formTree(pairs)
}

async function readMultipart(bytes: Uint8Array<ArrayBuffer>, header: string): Promise<FormTree> {
  const form = await new Response(bytes, { headers: { 'content-type': header } }).formData().catch(() => {
    throw new Refusal(400, 'The form could not be read.')
  })
  const pairs = [...form].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name && `${value.name} (a file, which is not kept)`,
  ])
  if (pairs.some(([, value]) => value.includes('\uFFFD')))
    throw new Refusal(400, 'Send the fields of the form in UTF-8.')
  return formTree(pairs)
}

/** Each byte as one character. */
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The bytes of a field: a plus is a space, and %E9 is a byte. A percent sign alone stands for itself. */
const unescaped = (text: string): Uint8Array =>
  Uint8Array.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (letter) => letter.charCodeAt(0),
  )

/** Decodes text in the stated encoding. Without one it is UTF-8, or what older programs send without saying so. */
function decode(bytes: Uint8Array, charset: string | undefined): string {
  try {
    return decoderOf(charset ?? 'utf-8').decode(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (charset !== undefined) throw new Refusal(400, `The body is not in the encoding that it states, ${charset}.`)
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw new Refusal(415, `The encoding ${charset} is not known. Send UTF-8.`)
  }
}
