import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { splitAtLinks } from '../../lib/links-in-text.ts'
import { type LinkedRecord, linkedRecordAt } from './linked-record.ts'
import { recordNameQuery } from './record-name-query.ts'

/** The text of a message with its line breaks and links. Memoized, since links are found once per message. */
export const MessageText = memo(function MessageText({ children }: { children: string }) {
  let at = 0
  const parts = splitAtLinks(children).map(({ text, href }) => {
    const key = at
    at += text.length
    if (href === undefined) return text
    const place = linkedRecordAt(href, window.location.origin)
    const address = { href, written: text }
    return place ? <RecordLink key={key} {...address} place={place} /> : <AddressLink key={key} {...address} />
  })
  return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{parts}</p>
})

type Address = { href: string; written: string }

/** A web or email address in a message, shown as it was written. */
const AddressLink = ({ href, written }: Address) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="break-all underline underline-offset-2">
    {written}
  </a>
)

/** A link to a client, project or enquiry by its name, for people who may see it. */
function RecordLink({ place, ...address }: Address & { place: LinkedRecord }) {
  const { data: name } = useQuery(recordNameQuery(place))
  if (!name) return <AddressLink {...address} />
  return (
    <Link to={place.to} className="font-medium underline underline-offset-2">
      {name}
    </Link>
  )
}
