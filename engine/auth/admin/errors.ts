import { AuthError, failed, invalid } from '../errors.ts'

/** The errors of the administration, in GoTrue's words. */
export const adminErrors = {
  contactNeeded: () => invalid('Cannot create a user without either an email or phone'),
  passwordOrHash: () => invalid('Only a password or a password hash should be provided'),
  newIdMalformed: () => invalid('ID must conform to the uuid v4 format'),
  passwordHashUnknown: () => invalid('Password hash should be one of bcrypt, argon2i, argon2id or fbscrypt'),
  banDurationMalformed: () => invalid('invalid format for ban duration'),
  sortMalformed: () => invalid('Bad Sort Parameters'),

  // Errors of links
  linkForNobody: () => new AuthError(404, 'user_not_found', 'User with this email not found'),
  linkTypeUnknown: (type: string) => invalid(`Invalid email action link type requested: ${type}`),
  linkToCurrentOff: () => invalid('Enable secure email change to generate link for current email'),

  // Errors of the database
  creatingUserFailed: (cause: unknown) => failed('Database error creating new user', cause),
  updatingUserFailed: (cause: unknown) => failed('Error updating user', cause),
  deletingUserFailed: (cause: unknown) => failed('Database error deleting user', cause),
}
