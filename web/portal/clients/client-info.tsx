import { Building2, CalendarDays, Globe, Mail, Phone } from 'lucide-react'
import { formatDate } from '../../lib/formats.ts'
import { Detail, Details, UnknownValue } from '../../ui/details.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { WebsiteLink } from '../../ui/website-link.tsx'
import type { ListedClient } from './client.ts'
import { ClientContact } from './client-contact.tsx'

export function ClientInfo({ client }: { client: ListedClient }) {
  const { email, phone, website_url, industry, created_at, mail_returned_at, mail_return_reason } = client
  return (
    <Details className="@lg:grid-cols-2">
      <ClientContact client={client} />
      <Detail label="Email" Icon={Mail}>
        <a href={`mailto:${email}`} className="underline underline-offset-2">
          {email}
        </a>
        {mail_returned_at && (
          <p className="text-danger text-sm">
            Did not arrive, {formatDate(mail_returned_at)}: {mail_return_reason}
          </p>
        )}
      </Detail>
      <Detail label="Phone" Icon={Phone}>
        {phone ? <PhoneLink typed={phone} /> : <UnknownValue>Not provided</UnknownValue>}
      </Detail>
      <Detail label="Website" Icon={Globe}>
        {website_url ? <WebsiteLink typed={website_url} /> : <UnknownValue>Not provided</UnknownValue>}
      </Detail>
      <Detail label="Industry" Icon={Building2}>
        {industry || <UnknownValue>Not specified</UnknownValue>}
      </Detail>
      <Detail label="Created" Icon={CalendarDays}>
        {formatDate(created_at)}
      </Detail>
    </Details>
  )
}
