import { Building2, CalendarDays, Globe, type LucideIcon, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/formats.ts'
import { WebsiteLink } from '../../ui/website-link.tsx'
import type { Client } from './client.ts'

export function ClientInfo({ client }: { client: Client }) {
  const { email, phone, website_url, industry, created_at } = client
  return (
    <dl className="grid gap-x-8 gap-y-5 @lg:grid-cols-2">
      <Detail label="Email" Icon={Mail}>
        <a href={`mailto:${email}`} className="underline underline-offset-2">
          {email}
        </a>
      </Detail>
      <Detail label="Phone" Icon={Phone}>
        {phone || <Missing>Not provided</Missing>}
      </Detail>
      <Detail label="Website" Icon={Globe}>
        {website_url ? <WebsiteLink typed={website_url} /> : <Missing>Not provided</Missing>}
      </Detail>
      <Detail label="Industry" Icon={Building2}>
        {industry || <Missing>Not specified</Missing>}
      </Detail>
      <Detail label="Created" Icon={CalendarDays}>
        {formatDate(created_at)}
      </Detail>
    </dl>
  )
}

function Detail({ label, Icon, children }: { label: string; Icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3">
      <dt className="col-start-2 text-ink-soft text-sm">{label}</dt>
      <dd className="col-start-2 break-words">{children}</dd>
      <Icon aria-hidden className="col-start-1 row-span-2 row-start-1 mt-0.5 size-4 text-ink-soft" />
    </div>
  )
}

const Missing = ({ children }: { children: ReactNode }) => <span className="text-ink-soft">{children}</span>
