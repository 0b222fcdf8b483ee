/** The server of the wire tests and its people, for the wire tests of packages that bring a feature to the engine. */
export {
  admin,
  browser,
  call,
  claimsOf,
  confirmedPerson,
  newAddress,
  openLink,
  password,
  refresh,
  signedInPerson,
  signIn,
  userOf,
} from '../contract/auth/people.ts'
export {
  app,
  authorize,
  browse,
  identityProvider,
  mintIdToken,
  onGitHub,
  redirectOf,
  signInWith,
  stranger,
} from '../contract/auth/providers.ts'
export { engine } from '../contract/engine.ts'
export { data as answered } from '../contract/methods/answers.ts'
export { type Person, person } from '../contract/people.ts'
export { mailsTo, newestMailTo } from '../contract/received-mails.ts'
export { data, service } from '../contract/rest/client.ts'
export { newFolder, reels } from '../contract/storage/client.ts'
export { hintFor } from '../testing/identity-provider.ts'
