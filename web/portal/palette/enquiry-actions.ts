import { Reply } from 'lucide-react'
import { changeEnquiries, mayChangeTogether, stepChange } from '../enquiries/change-enquiries.ts'
import type { Enquiry } from '../enquiries/enquiry.ts'
import { REPLY, replyLink } from '../enquiries/reply.ts'
import { writeNow } from '../writes/write-now.ts'
import { action, type Entry } from './entries.ts'

/**
 * The action that replies to an enquiry: opens the mail, assigns the enquiry to the reader so that no colleague answers
 * too, and leads to the screen where it is marked as answered.
 */
export const replyActions = (enquiries: readonly Enquiry[], me: string): Entry[] =>
  enquiries
    .filter((enquiry) => mayChangeTogether(enquiry, me))
    .map((enquiry) => ({
      ...action(`reply/${enquiry.id}`, `Reply to ${enquiry.name}`, enquiry.business_name),
      Icon: Reply,
      to: `/dashboard/enquiries/${enquiry.id}?${REPLY}`,
      run: async (client) => {
        window.location.assign(replyLink(enquiry))
        if (enquiry.state === 'new') await writeNow(client, changeEnquiries, [stepChange(enquiry, 'taken')])
      },
    }))
