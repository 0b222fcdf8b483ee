import { icebergErrors } from './errors.ts'

/** Throws for what may not be the name of a namespace or a table; the rules, and their words, are the hosted catalog's. */
export function requireResourceName(name: string) {
  const refuse = (rule: string) => icebergErrors.badRequest(`Resource name must ${rule}`)
  if (name.length < 1 || name.length > 255) throw refuse('be between 1 and 255 characters long')
  if (!/^[a-z0-9]([a-z0-9_]*[a-z0-9])?$/.test(name)) {
    throw refuse(
      'contain only lowercase letters, numbers, and underscores, and must begin and end with a letter or number',
    )
  }
  if (name.startsWith('aws')) throw refuse('not start with the reserved prefix "aws"')
}
