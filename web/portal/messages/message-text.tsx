import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { Link } from 'react-router'
import { type Address, AddressLink, LinkedText } from '../../ui/linked-text.tsx'
import { type LinkedRecord, linkedRecordAt } from './linked-record.ts'
import { recordNameQuery } from './record-name-query.ts'

/** The text of a message with its line breaks and links. Memoized, since links are found once per message. */
export const MessageText = memo(function MessageText({ children }: { children: string }) {
  return <LinkedText Link={MessageLink}>{children}</LinkedText>
})

function MessageLink(address: Address) {
  const place = linkedRecordAt(address.href, window.location.origin)
  return place ? <RecordLink {...address} place={place} /> : <AddressLink {...address} />
}

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
