import Linkify from 'linkify-react'
import { memo } from 'react'

const options = {
  target: '_blank',
  rel: 'noopener noreferrer',
  className: 'underline underline-offset-2 break-all',
  defaultProtocol: 'https',
  // An address of the web or of a mailbox, and nothing that runs.
  validate: (address: string, type: string) => type === 'email' || /^(https?:\/\/|www\.)/i.test(address),
}

/** What somebody wrote, with its line breaks, and its links to be followed. Looking for them is done once a message. */
export const MessageText = memo(function MessageText({ children }: { children: string }) {
  return (
    <Linkify as="p" options={options} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {children}
    </Linkify>
  )
})
