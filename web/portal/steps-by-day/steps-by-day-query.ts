import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { fetchPage } from '../list/fetch-page.ts'
import { ofAgency, ownAgency } from '../me/own-agency.ts'
import { openStatuses } from '../project-status/project-status.ts'

type StepsShown = {
  page: number
  /** The person whose steps are shown; undefined for everybody's. */
  whose: string | undefined
}

/** A page of the open steps of open projects, by their day, those without one last, and the count of all. */
export const stepsByDayQuery = ({ page, whose }: StepsShown) =>
  queryOptions({
    queryKey: ['steps', 'by-day', page, whose],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchPage(page, async (from, to) => {
        const steps = (await supabase()).from('project_steps').select(LISTED, { count: 'exact' }).abortSignal(signal)
        const all = ofAgency(steps, await ownAgency())
          .eq('is_done', false)
          .in('project.status', openStatuses)
        const shown = whose === undefined ? all : all.eq('assigned_to', whose)
        return shown.order('due_on', { nullsFirst: false }).order('created_at').order('id').range(from, to)
      }),
  })

const LISTED = '*, assignee:user_profiles!assigned_to(display_name), project:projects!inner(id, name, status)'

/** A step as a row of the screen. */
export type ListedStep = Awaited<ReturnType<NonNullable<ReturnType<typeof stepsByDayQuery>['queryFn']>>>['rows'][number]
