import { Building2, Mail, Phone, User } from 'lucide-react'
import { Link } from 'react-router'
import type { Client } from '../../lib/row-types.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Detail, Details, UnknownValue } from '../../ui/details.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'

/** The client of a project, with a link to their screen. */
export function ProjectClient({ client }: { client: Client }) {
  const { id, name, company_name, email, phone } = client
  return (
    <Card aria-label="Client Information">
      <CardHeader>
        <CardTitle>Client Information</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <Details>
          <Detail label="Name" Icon={User}>
            {name}
          </Detail>
          <Detail label="Company" Icon={Building2}>
            {company_name || <UnknownValue>Not provided</UnknownValue>}
          </Detail>
          <Detail label="Email" Icon={Mail}>
            <a href={`mailto:${email}`} className="underline underline-offset-2">
              {email}
            </a>
          </Detail>
          <Detail label="Phone" Icon={Phone}>
            {phone ? <PhoneLink typed={phone} /> : <UnknownValue>Not provided</UnknownValue>}
          </Detail>
        </Details>
        <Button variant="outline" asChild>
          <Link to={`/dashboard/clients/${id}`}>View Client</Link>
        </Button>
      </CardContent>
    </Card>
  )
}
