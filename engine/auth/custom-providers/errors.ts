import { AuthError, invalid } from '../errors.ts'

/** What is refused of the providers that administrators add, in GoTrue's words. */
export const customErrors = {
  field: invalid,
  known: () => new AuthError(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
  unknown: () => new AuthError(404, 'provider_not_found', 'Custom OAuth provider not found'),
}
