import { CalendarDays, Mail, Phone } from 'lucide-react'
import { formatMoment } from '../../lib/formats.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Detail, Details } from '../../ui/details.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import type { Enquiry } from './enquiry.ts'

export function SenderDetails({ enquiry }: { enquiry: Enquiry }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Contact</CardTitle>
      </CardHeader>
      <CardContent>
        <Details>
          <Detail label="Email" Icon={Mail}>
            <a href={`mailto:${enquiry.email}`} className="underline underline-offset-2">
              {enquiry.email}
            </a>
          </Detail>
          <Detail label="Phone" Icon={Phone}>
            <PhoneLink typed={enquiry.phone} />
          </Detail>
          <Detail label="Received" Icon={CalendarDays}>
            {formatMoment(enquiry.created_at)}
          </Detail>
        </Details>
      </CardContent>
    </Card>
  )
}
