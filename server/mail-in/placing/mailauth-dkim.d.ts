/** The verifier alone: the whole of mailauth also loads an HTTP client and a validator, which cost memory. */
declare module 'mailauth/lib/dkim/verify.js' {
  export { dkimVerify } from 'mailauth'
}
