import { authErrors } from '../errors.ts'

const MAX_EMAIL_LENGTH = 255

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const emailFormat = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)

/** The address in lower case, as it is stored; throws where it cannot be one. */
export function parseEmail(email: string): string {
  if (email === '') throw authErrors.emailRequired()
  if (email.length > MAX_EMAIL_LENGTH) throw authErrors.emailTooLong()
  if (!emailFormat.test(email)) throw authErrors.emailMalformed()
  return email.toLowerCase()
}

/** A number in E.164, as it is stored: digits only. */
export function parsePhone(phone: string): string {
  const digits = plainPhone(phone)
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw authErrors.phoneMalformed()
  return digits
}

/** The number as it would be stored, if it is valid. */
export const plainPhone = (phone: string) => phone.replaceAll(' ', '').replace(/^\+/, '')
