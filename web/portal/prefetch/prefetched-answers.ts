import type { QueryClient } from '@tanstack/react-query'
import { needsSecondStep } from '../../auth/second-step.ts'
import { storedSession } from '../../lib/stored-session.ts'
import { wholeSupabase } from '../../lib/supabase.ts'
import { readProject } from '../../lib/supabase-project.ts'
import { today } from '../../lib/today.ts'
import { sortKeys as clientSortKeys, readClientFilters } from '../clients/client-filters.ts'
import { clientsQuery } from '../clients/client-queries.ts'
import { readSorting } from '../list/sorting.ts'
import { myProfileQuery, myRolesQuery } from '../me/me-queries.ts'
import { sortKeys as projectSortKeys, readProjectFilters } from '../projects/project-filters.ts'
import { projectsQuery } from '../projects/project-queries.ts'
import { newQueryClient } from '../writes/query-client.ts'

let early: { me: string; answers: QueryClient } | undefined

/**
 * Sends the first queries of the screen at this address for the person who is signed in in this browser: their profile
 * and roles, and the list. Without a session or an answer, the screen sends them itself later. Ends with the last answer.
 */
export async function prefetchAnswers({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  const { sessionKey } = await readProject()
  const session = storedSession(sessionKey) ?? (await renewedSession())
  if (!session) return
  const me = session.user.id
  const answers = newQueryClient()
  early = { me, answers }
  await Promise.all([
    needsSecondStep(session),
    answers.prefetchQuery(myRolesQuery(me)),
    answers.prefetchQuery(myProfileQuery(me)),
    askForList(answers, me, pathname, new URLSearchParams(search)),
  ])
}

async function renewedSession() {
  const { auth } = await wholeSupabase()
  return (await auth.getSession()).data.session
}

function askForList(answers: QueryClient, me: string, pathname: string, address: URLSearchParams) {
  switch (pathname) {
    case '/dashboard/clients':
      return answers.prefetchQuery(clientsQuery(readClientFilters(address), readSorting(address, clientSortKeys), me))
    case '/dashboard/projects': {
      const sorting = readSorting(address, projectSortKeys)
      return answers.prefetchQuery(projectsQuery(readProjectFilters(address), sorting, { me, today: today() }))
    }
  }
}

/** Returns the query client with this person's prefetched answers once, and later a new one. */
export function takePrefetched(me: string): QueryClient {
  const answers = early?.me === me ? early.answers : newQueryClient()
  early = undefined
  return answers
}
