import type { QueryClient } from '@tanstack/react-query'
import { Building2, FileText, FolderKanban, type LucideIcon, Plus, UserCog, UsersRound } from 'lucide-react'
import { searchText } from '../../lib/letters.ts'
import type { CalledClient } from '../clients/clients-called-query.ts'
import type { NavigationGroup } from '../navigation/navigation.ts'
import type { CalledProject } from '../projects/projects-called-query.ts'
import { NEW } from '../writes/use-new-dialog.ts'

/** What the palette offers: something to do, a place to go to, or both, one after the other. */
export type Entry = { id: string; kind: string; title: string; detail?: string; Icon: LucideIcon } & (
  | { to: string; run?: Run }
  | { to?: undefined; run: Run }
)

/** The kind of what does something. */
export const ACTION = 'Action'

type Run = (client: QueryClient) => Promise<unknown>

type Found = { kind: string; id: string; title: string; detail: string; page: string }

/** `also`: what else it may be called. */
const beginnings: readonly { title: string; also?: string; screen: string }[] = [
  { title: 'Add Client', screen: '/dashboard/clients' },
  { title: 'Add Project', screen: '/dashboard/projects' },
  { title: 'Invite', also: 'new colleague', screen: '/dashboard/users' },
]

/** The screens of the person at the screen, and what can be begun there, that have every typed word in their name. */
export function placesLike(typed: string, groups: readonly NavigationGroup[]): Entry[] {
  const screens = groups.flatMap(({ items }) => items)
  return [
    ...screens
      .filter(({ label }) => isLike(label, typed))
      .map(({ to, label, Icon }) => ({ id: to, kind: 'Screen', title: label, to, Icon })),
    ...beginnings
      .filter(({ screen }) => screens.some(({ to }) => to === screen))
      .filter(({ title, also = '' }) => isLike(`${title} ${also}`, typed))
      .map(({ title, screen }) => ({ id: title, kind: ACTION, title, to: `${screen}?${NEW}`, Icon: Plus })),
  ]
}

/** Whether every typed word begins one of the name. */
export const isLike = (called: string, typed: string) =>
  typed === '' ||
  searchText(typed)
    .split(' ')
    .every((word) => ` ${searchText(called)}`.includes(` ${word}`))

/** What stands in the row of something to do. */
export const action = (id: string, title: string, detail?: string | null) => ({
  ...{ id, kind: ACTION, title, ...(detail && { detail }) },
})

const kinds: Record<string, { kind: string; Icon: LucideIcon; to: (found: Found) => string }> = {
  client: { kind: 'Client', Icon: UsersRound, to: ({ page }) => `/dashboard/clients/${page}` },
  project: { kind: 'Project', Icon: FolderKanban, to: ({ page }) => `/dashboard/projects/${page}` },
  update: { kind: 'Update', Icon: FileText, to: ({ page }) => `/dashboard/projects/${page}` },
  person: { kind: 'Person', Icon: UserCog, to: ({ title }) => `/dashboard/users?search=${encodeURIComponent(title)}` },
}

type Called = { clients: readonly CalledClient[]; projects: readonly CalledProject[] }

/** Those of them that have just these words in their name, one after the other. */
export function calledSo(typed: string, { clients, projects }: Called): Entry[] {
  const rows = [
    ...clients.map(({ id, name, company_name }) => ({
      kind: 'client',
      id,
      title: name,
      detail: company_name ?? '',
      page: id,
    })),
    ...projects.map(({ id, name, clients }) => ({
      kind: 'project',
      id,
      title: name,
      detail: clients?.name ?? '',
      page: id,
    })),
  ]
  const isSo = ({ title }: Found) => searchText(title).includes(searchText(typed))
  return foundEntries(rows.filter(isSo), { seesPeople: false })
}

/** What was found, each with where it is shown. People are shown to whoever administers them, and to nobody else. */
export function foundEntries(found: readonly Found[], { seesPeople }: { seesPeople: boolean }): Entry[] {
  return found
    .filter(({ kind }) => kind !== 'person' || seesPeople)
    .map((row) => {
      const { kind, Icon, to } = kinds[row.kind] ?? { kind: row.kind, Icon: Building2, to: () => '/dashboard' }
      return { id: row.id, kind, title: row.title, ...(row.detail && { detail: row.detail }), to: to(row), Icon }
    })
}
