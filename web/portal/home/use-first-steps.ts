import { useQuery } from '@tanstack/react-query'
import { websiteAgencyQuery } from '../agency-details/website-agency-query.ts'
import { mailStateQuery } from '../mail/mail-queries.ts'
import { useMe } from '../me/me.ts'
import { twoStepQuery } from '../profile/two-step/two-step.ts'
import { backupStateQuery } from './backup-state.ts'
import { colleaguesQuery, toldOfEnquiriesQuery } from './checklist-queries.ts'
import { statsQuery } from './stats-query.ts'

/** The state of the first steps, derived from the data: nobody ticks anything. */
export function useFirstSteps() {
  const website = useQuery(websiteAgencyQuery())
  const mail = useQuery(mailStateQuery())
  const twoStep = useQuery(twoStepQuery())
  const colleagues = useQuery(colleaguesQuery(useMe().id))
  const stats = useQuery(statsQuery())
  const backups = useQuery(backupStateQuery())
  // Without a queue, a mail service delivers the mails.
  const isMailed = mail.data !== undefined && (!mail.data.has_queue || mail.data.host !== null)
  // An address of the agency answers it, and so do mails that only become files.
  const told = useQuery({
    ...toldOfEnquiriesQuery(),
    enabled: isMailed && website.data !== undefined && !website.data?.email,
  })
  const queries = [website, mail, twoStep, colleagues, stats, backups]

  return {
    /** The agency that answers the website. */
    agency: website.data ?? undefined,
    /** Whether enquiries wait for their mail, because nobody is to be mailed. */
    tellsNobody: told.data === false && !website.data?.email,
    isLoading: queries.some(({ isPending }) => isPending),
    isError: queries.some(({ data, isError }) => isError && data === undefined),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
    },
    done: {
      contact: Boolean(website.data?.phone && website.data.email),
      mail: isMailed,
      twoStep: Boolean(twoStep.data),
      colleague: (colleagues.data ?? 0) > 0,
      client: (stats.data?.clients ?? 0) > 0,
      // Where the server makes no backups, the hosting does.
      backups: backups.data !== undefined && (!backups.data.has_backups || backups.data.last_good_at !== null),
    },
  }
}
