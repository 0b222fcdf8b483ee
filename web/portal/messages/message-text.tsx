import { useQuery } from '@tanstack/react-query'
import Linkify from 'linkify-react'
import type { IntermediateRepresentation } from 'linkifyjs'
import { memo } from 'react'
import { Link } from 'react-router'
import { type Place, placeAt } from './place.ts'
import { placeNameQuery } from './place-name-query.ts'

const options = {
  defaultProtocol: 'https',
  // An address of the web or of a mailbox, and nothing that runs.
  validate: (address: string, type: string) => type === 'email' || /^(https?:\/\/|www\.)/i.test(address),
  render: ({ attributes, content }: IntermediateRepresentation) => {
    const address = { href: String(attributes.href), written: content }
    const place = placeAt(address.href, window.location.origin)
    return place ? <Named {...address} place={place} /> : <Written {...address} />
  },
}

/** What somebody wrote, with its line breaks, and its links to be followed. Looking for them is done once a message. */
export const MessageText = memo(function MessageText({ children }: { children: string }) {
  return (
    <Linkify as="p" options={options} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </Linkify>
  )
})

type Address = { href: string; written: string }

/** An address as it was written. */
const Written = ({ href, written }: Address) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="break-all underline underline-offset-2">
    {written}
  </a>
)

/** A client, a project or an enquiry by its name, for whoever may see it. */
function Named({ place, ...address }: Address & { place: Place }) {
  const { data: name } = useQuery(placeNameQuery(place))
  if (!name) return <Written {...address} />
  return (
    <Link to={place.to} className="font-medium underline underline-offset-2">
      {name}
    </Link>
  )
}
