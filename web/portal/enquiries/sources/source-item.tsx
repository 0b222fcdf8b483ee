import { formatCount } from '../../../lib/formats.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import type { EnquirySource } from './source.ts'

type SourceItemProps = { source: EnquirySource; enquiries: number; onRevoke: () => void }

/** A source with what it has sent, and why the last thing that it sent was refused. */
export function SourceItem({ source, enquiries, onRevoke }: SourceItemProps) {
  const { name, revoked_at, last_received_at, last_test_at } = source
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line border-t px-5 py-2.5 first:border-t-0">
      <div className="grid grid-cols-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
          {revoked_at !== null && <Badge tone="grey">Revoked</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {enquiries === 1 ? '1 enquiry' : `${formatCount(enquiries)} enquiries`} ·{' '}
          {last_received_at === null ? 'No enquiry yet' : <At moment={last_received_at}>Last enquiry</At>}
          {last_test_at !== null && (
            <>
              {' · '}
              <At moment={last_test_at}>Last test</At>
            </>
          )}
        </p>
        <LastRefusal {...source} />
      </div>
      {revoked_at === null && (
        <Button variant="ghost" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}

const At = ({ moment, children }: { moment: string; children: string }) => (
  <>
    {children} <TimeAgo moment={moment} />
  </>
)

/** The reason stays until something is received. */
function LastRefusal({ last_refused_at, last_refusal, last_received_at, last_test_at }: EnquirySource) {
  if (last_refused_at === null) return null
  const received = [last_received_at, last_test_at].filter((moment) => moment !== null)
  if (received.some((moment) => Date.parse(moment) > Date.parse(last_refused_at))) return null
  return (
    <p className="wrap-anywhere text-danger text-sm">
      Refused <TimeAgo moment={last_refused_at} />: {last_refusal}
    </p>
  )
}
