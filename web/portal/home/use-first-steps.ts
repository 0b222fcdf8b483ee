import { useQuery } from '@tanstack/react-query'
import { websiteAgencyQuery } from '../agency-details/website-agency-query.ts'
import { mailStateQuery } from '../mail/mail-queries.ts'
import { useMe } from '../me/me.ts'
import { twoStepQuery } from '../profile/two-step/two-step.ts'
import { backupStateQuery } from './backup-state.ts'
import { colleaguesQuery } from './checklist-queries.ts'
import { statsQuery } from './stats-query.ts'

/** The state of the first steps, derived from the data: nobody ticks anything. */
export function useFirstSteps() {
  const website = useQuery(websiteAgencyQuery())
  const mail = useQuery(mailStateQuery())
  const twoStep = useQuery(twoStepQuery())
  const colleagues = useQuery(colleaguesQuery(useMe().id))
  const stats = useQuery(statsQuery())
  const backups = useQuery(backupStateQuery())
  const queries = [website, mail, twoStep, colleagues, stats, backups]

  return {
    /** The agency that answers the website. */
    agency: website.data ?? undefined,
    isLoading: queries.some(({ isPending }) => isPending),
    isError: queries.some(({ data, isError }) => isError && data === undefined),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
    },
    done: {
      contact: Boolean(website.data?.phone && website.data.email),
      // Without a queue, a mail service delivers the mails.
      mail: mail.data !== undefined && (!mail.data.has_queue || mail.data.host !== null),
      twoStep: Boolean(twoStep.data),
      colleague: (colleagues.data ?? 0) > 0,
      client: (stats.data?.clients ?? 0) > 0,
      // Where the server makes no backups, the hosting does.
      backups: backups.data !== undefined && (!backups.data.has_backups || backups.data.last_good_at !== null),
    },
  }
}
