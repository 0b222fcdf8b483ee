/** The server and the users of the contract tests, for packages that add a feature to the engine. */
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
export { codeOf, enroll, twoStepPerson } from '../contract/auth/two-step-people.ts'
export { engine } from '../contract/engine.ts'
export { data as answered } from '../contract/methods/answers.ts'
export { type Person, person } from '../contract/people.ts'
export { mailsTo, newestMailTo } from '../contract/received-mails.ts'
export { anonymous, data, request, service } from '../contract/rest/client.ts'
export {
  call as callStorage,
  newFolder,
  papers,
  posters,
  reels,
  refusal as refusalOfStorage,
} from '../contract/storage/client.ts'
export { tusWire } from '../contract/storage/tus-wire.ts'
export { pdf, program } from '../storage/testing/sample-files.ts'
export { enginePerFile } from './engine-per-file.ts'
export { freePort } from './free-port.ts'
export { hintFor } from './identity-provider.ts'
