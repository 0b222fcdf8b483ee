import { callLink } from '../lib/call-link.ts'

/** A phone number as typed, linked if it can be dialed. */
export function PhoneLink({ typed }: { typed: string }) {
  const link = callLink(typed)
  if (link === undefined) return typed
  return (
    <a href={link} className="underline underline-offset-2">
      {typed}
    </a>
  )
}
