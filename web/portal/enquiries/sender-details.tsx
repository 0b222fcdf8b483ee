import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Mail, Phone, Signpost } from 'lucide-react'
import { formatMoment } from '../../lib/formats.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Detail, Details } from '../../ui/details.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { cameByWords, originsQuery } from './came-by.ts'
import type { Enquiry } from './enquiry.ts'

export function SenderDetails({ enquiry }: { enquiry: Enquiry }) {
  const { data: origins } = useQuery(originsQuery())
  return (
    <Card>
      <CardHeader>
        <CardTitle>Contact</CardTitle>
      </CardHeader>
      <CardContent>
        <Details>
          {enquiry.email !== '' && (
            <Detail label="Email" Icon={Mail}>
              <a href={`mailto:${enquiry.email}`} className="underline underline-offset-2">
                {enquiry.email}
              </a>
            </Detail>
          )}
          {enquiry.phone !== '' && (
            <Detail label="Phone" Icon={Phone}>
              <PhoneLink typed={enquiry.phone} />
            </Detail>
          )}
          <Detail label="Came by" Icon={Signpost}>
            {cameByWords(enquiry, origins)}
          </Detail>
          <Detail label="Received" Icon={CalendarDays}>
            {formatMoment(enquiry.created_at)}
            {enquiry.mail_returned_at && (
              <p className="text-danger text-sm">
                The email about it did not arrive, {formatMoment(enquiry.mail_returned_at)}:{' '}
                {enquiry.mail_return_reason}
              </p>
            )}
          </Detail>
        </Details>
      </CardContent>
    </Card>
  )
}
