import { resolveTxt } from 'node:dns/promises'
import type { DNSResolver } from 'mailauth'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** A mail has one signature or a few. A stranger could write thousands, each of which asks a name server. */
const MAX_LOOKUPS = 10

/** A signature asks for records of the type TXT alone. */
const askNameServer: DNSResolver = (name) => resolveTxt(name)

/**
 * Whether the domain of the sender has signed the mail (DKIM, aligned as in DMARC). A name server that does not answer
 * leaves the sender unconfirmed.
 */
export async function isSignedBySender(source: Buffer, resolver: DNSResolver = askNameServer): Promise<boolean> {
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
    const hasOneSender = fromFields === 1 && headerFrom.length === 1
    return (
      hasOneSender && results.some(({ status }) => status.result === 'pass' && status.aligned && !status.underSized)
    )
  } catch {
    return false
  }
}
