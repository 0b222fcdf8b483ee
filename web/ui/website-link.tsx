import { ExternalLink } from 'lucide-react'
import { webLink } from '../lib/web-link.ts'

/** A typed website: a link if it is a web address, else plain text. */
export function WebsiteLink({ typed }: { typed: string }) {
  const href = webLink(typed)
  if (href === undefined) return <span className="break-all">{typed}</span>
  return (
    <a
      href={href}
      title={typed}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-w-0 max-w-full items-center gap-1 underline underline-offset-2"
    >
      <span className="truncate">{typed.replace(/^https?:\/\//i, '')}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
