import { type Fields, Refusal, textField } from './http.ts'

/** Whether mail can reach a text as it stands, by the rule of the tables (private.can_be_mailed). */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = ''] = text.split('@')
  return ADDRESS.test(text) && local.length <= 64 && domain.length <= 253 && text.length <= 254
}

/**
 * The address of an account from the fields of a request, with its domain in the letters of the DNS, as the sign-in page
 * sends it; '' where there is none.
 */
export function accountField(fields: Fields, name: string): string {
  const address = textField(fields, name)
  if (address === '') return ''
  if (!isEmailAddress(address)) throw new Refusal(400, 'Enter an email address, like name@example.com.')
  const [local, domain] = address.split('@')
  return `${local}@${URL.parse(`http://${domain}`)?.hostname ?? domain}`
}

const LETTER =
  'A-Za-z0-9\\u00C0-\\u061B\\u061D-\\u167F\\u1681-\\u180D\\u180F-\\u1FFF\\u2C00-\\u2DFF\\u3040-\\uD7FF\\uF900-\\uFAFF'
const WORD = `[${LETTER}!#$%&'*+/=?^_\`{|}~-]+`
const LABEL = `[${LETTER}](?:[${LETTER}-]{0,61}[${LETTER}])?`
const ADDRESS = new RegExp(`^${WORD}(?:\\.${WORD})*@(?![0-9.]+$)${LABEL}(?:\\.${LABEL})*$`)
