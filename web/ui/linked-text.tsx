import type { ComponentType } from 'react'
import { cn } from '../lib/cn.ts'
import { splitAtLinks } from '../lib/links-in-text.ts'

/** A web or email address in a text. */
export type Address = { href: string; written: string }

type LinkedTextProps = {
  className?: string
  /** Shows an address other than as it was written. */
  Link?: ComponentType<Address>
  children: string
}

/** A text that a person wrote, with its line breaks, in which web and email addresses are links. */
export function LinkedText({ className, Link = AddressLink, children }: LinkedTextProps) {
  let at = 0
  const parts = splitAtLinks(children).map(({ text, href }) => {
    const key = at
    at += text.length
    return href === undefined ? text : <Link key={key} href={href} written={text} />
  })
  return <p className={cn('wrap-anywhere whitespace-pre-wrap', className)}>{parts}</p>
}

/** An address, shown as it was written. */
export const AddressLink = ({ href, written }: Address) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="break-all underline underline-offset-2">
    {written}
  </a>
)
