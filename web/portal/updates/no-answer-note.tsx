import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { answeringAgencyQuery } from './answering-agency-query.ts'

/** Warns that the agency has no address, so that a client's reply to the mail reaches nobody. */
export function NoAnswerNote({ clientId }: { clientId: string }) {
  const { data: agency } = useQuery(answeringAgencyQuery(clientId))
  return (
    <div role="status" className="basis-full empty:hidden">
      {agency && !agency.email && (
        <p className="wrap-anywhere flex gap-3 text-sm text-warning">
          <TriangleAlert aria-hidden className="mt-px size-[1.125rem] shrink-0" />
          {agency.name} has no email address: nobody gets what the client answers, and the mail says so.
        </p>
      )}
    </div>
  )
}
