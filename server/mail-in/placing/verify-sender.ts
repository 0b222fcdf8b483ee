import { resolveTxt } from 'node:dns/promises'
import type { DNSResolver } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { comparableAddress } from './incoming-mail.ts'

/** A mail has one signature or a few. A stranger could write thousands, each of which asks a name server. */
const MAX_LOOKUPS = 10

/** A signature asks for records of the type TXT alone. */
const askNameServer: DNSResolver = (name) => resolveTxt(name)

/**
 * Whether the domain of the sender has signed the mail (DKIM, aligned as in DMARC). `sender` is the address by which the mail
 * was placed: another parser may read another one from the same header. A name server that does not answer leaves the sender
 * unconfirmed.
 */
export async function isSignedBySender(
  source: Buffer,
  sender: string,
  resolver: DNSResolver = askNameServer,
): Promise<boolean> {
  let lookups = 0
  const limited: DNSResolver = async (...asked) => {
    lookups += 1
    if (lookups > MAX_LOOKUPS) throw new Error('The mail has too many signatures.')
    return resolver(...asked)
  }
  try {
    const { results, fromFields, headerFrom } = await dkimVerify(source, { resolver: limited })
    // More than one sender would let another one be shown than the one that signed, and a signature of the first bytes of a
    // body (the tag `l`) would let anybody add to it.
    const [author, ...others] = headerFrom
    const hasOneSender = fromFields === 1 && author !== undefined && others.length === 0
    return (
      hasOneSender &&
      comparableAddress(author) === comparableAddress(sender) &&
      results.some(({ status }) => status.result === 'pass' && status.aligned && !status.underSized)
    )
  } catch {
    return false
  }
}
