import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { tabListLook } from '../../ui/tabs.tsx'
import { figuresQuery } from './enquiry-queries.ts'
import { useEnquiryFilters } from './use-enquiry-filters.ts'

/** These are links instead of tabs, so that each part of the list has an address. */
export function EnquiryTabs() {
  const { filters, apart } = useEnquiryFilters()
  const { data } = useQuery(figuresQuery())
  return (
    <nav aria-label="Which enquiries" className={`${tabListLook} w-full shrink-0 sm:w-auto`}>
      <Choice to={apart(false)} isCurrent={!filters.isSetAside} label="Enquiries" />
      <Choice
        to={apart(true)}
        isCurrent={filters.isSetAside}
        label={data ? `Set aside (${data.set_aside})` : 'Set aside'}
      />
    </nav>
  )
}

function Choice({ to, isCurrent, label }: { to: string; isCurrent: boolean; label: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className="inline-flex min-h-10 items-center sm:min-h-8 justify-center whitespace-nowrap rounded-[0.25rem] px-3 font-medium text-[0.9375rem] text-ink-soft hover:text-ink aria-[current=page]:bg-card aria-[current=page]:text-ink aria-[current=page]:shadow-card forced-colors:aria-[current=page]:system-chosen"
    >
      {label}
    </Link>
  )
}
