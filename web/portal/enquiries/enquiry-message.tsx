import { Mail, Phone } from 'lucide-react'
import { callLink } from '../../lib/call-link.ts'
import { terms } from '../../lib/terms.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { UnknownValue } from '../../ui/details.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { type Enquiry, isWaiting, serviceLabel, suspicionTexts } from './enquiry.ts'
import { replyLink } from './reply.ts'
import { TimeLeft } from './time-left.tsx'

export function EnquiryMessage({ enquiry }: { enquiry: Enquiry }) {
  const { message, created_at, is_set_aside, suspicions, phone } = enquiry
  const call = callLink(phone)
  return (
    <Card>
      <CardHeader>
        <CardTitle>{serviceLabel(enquiry)}</CardTitle>
        <p className="text-ink-soft text-sm">
          <TimeAgo moment={created_at} />
        </p>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-5">
        {is_set_aside && (
          <Alert tone="info">Perhaps spam: {suspicions.map((one) => suspicionTexts[one]).join('; ')}.</Alert>
        )}
        <p className="wrap-anywhere max-w-[68ch] whitespace-pre-wrap leading-relaxed">
          {message?.trim() || <UnknownValue>No message.</UnknownValue>}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t pt-4">
          <div className="flex flex-wrap gap-2">
            {enquiry.email !== '' && (
              <Button variant="outline" asChild>
                <a href={replyLink(enquiry)}>
                  <Mail aria-hidden />
                  Reply by Email
                </a>
              </Button>
            )}
            {call && (
              <Button variant="outline" asChild>
                <a href={call}>
                  <Phone aria-hidden />
                  Call
                </a>
              </Button>
            )}
          </div>
          {isWaiting(enquiry) && (
            <p className="text-sm">
              <TimeLeft enquiry={enquiry} />{' '}
              <span className="text-ink-soft">— the website promises a reply within {terms.replyHours} hours.</span>
            </p>
          )}
        </div>
      </CardContent>
    </Card>
  )
}
