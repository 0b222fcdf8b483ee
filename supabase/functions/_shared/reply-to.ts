import { isEmailAddress, normalizeAccountAddress } from './email-address.ts'
import { oneLine } from './mail-words.ts'

/**
 * The address as a Reply-To names it, with the domain in Punycode; undefined if mail servers may refuse a mail with it.
 * Many take no other letters than ASCII before the @ (SMTPUTF8), and none a domain without a dot.
 */
export function replyAddress(text: string): string | undefined {
  const isUsual = isEmailAddress(text) && /^[\x21-\x7e]+@.+\./.test(text)
  return isUsual ? normalizeAccountAddress(text) : undefined
}

/** The agency that a mail to a client comes from; `email` may be missing. */
export type Sender = { name: string; email: string | null; phone: string | null }

/** The Reply-To of the agency's mails, and the sentence in the mail about replying. */
export function replyToOf({ email, phone }: Sender): { replyTo?: string; isAnswered: boolean; words: string } {
  const replyTo = replyAddress(email ?? '')
  if (replyTo) return { replyTo, isAnswered: true, words: 'Reply to this email to reach us.' }
  const otherWay = phone ? `call ${oneLine(phone)}` : 'contact us the way you usually do'
  return { isAnswered: false, words: `Nobody reads replies to this email. Please ${otherWay}.` }
}
