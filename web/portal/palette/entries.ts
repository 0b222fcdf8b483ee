import type { QueryClient } from '@tanstack/react-query'
import { Building2, FileText, FolderKanban, type LucideIcon, Plus, UserCog, UsersRound } from 'lucide-react'
import { searchText } from '../../lib/letters.ts'
import type { NamedClient } from '../clients/clients-by-name-query.ts'
import type { NavigationItem } from '../navigation/navigation.ts'
import type { NamedProject } from '../projects/projects-by-name-query.ts'
import { NEW } from '../writes/use-new-dialog.ts'

/** An entry of the palette: an action, a destination, or an action followed by a destination. */
export type Entry = { id: string; kind: string; title: string; detail?: string; Icon: LucideIcon } & (
  | { to: string; run?: Run }
  | { to?: undefined; run: Run }
)

/** The kind of entries that perform an action. */
export const ACTION = 'Action'

type Run = (client: QueryClient) => Promise<unknown>

type FoundRow = { kind: string; id: string; title: string; detail: string; page: string }

/** The entries that begin something; `also` holds other names for it. */
const beginnings: readonly { title: string; also?: string; screen: string }[] = [
  { title: 'Add Client', screen: '/dashboard/clients' },
  { title: 'Add Project', screen: '/dashboard/projects' },
  { title: 'Invite', also: 'new colleague', screen: '/dashboard/users' },
]

/** The screens and new items of this person whose names contain every typed word. */
export function screenEntries(typed: string, screens: readonly NavigationItem[]): Entry[] {
  return [
    ...screens
      .filter(({ label }) => matchesWords(label, typed))
      .map(({ to, label, Icon }) => ({ id: to, kind: 'Screen', title: label, to, Icon })),
    ...beginnings
      .filter(({ screen }) => screens.some(({ to }) => to === screen))
      .filter(({ title, also = '' }) => matchesWords(`${title} ${also}`, typed))
      .map(({ title, screen }) => ({ id: title, kind: ACTION, title, to: `${screen}?${NEW}`, Icon: Plus })),
  ]
}

/** Whether every typed word begins a word of the name. */
export const matchesWords = (called: string, typed: string) =>
  typed === '' ||
  searchText(typed)
    .split(' ')
    .every((word) => ` ${searchText(called)}`.includes(` ${word}`))

/** The row of an action. */
export const action = (id: string, title: string, detail?: string | null) => ({
  id,
  kind: ACTION,
  title,
  ...(detail && { detail }),
})

const kinds: Record<string, { kind: string; Icon: LucideIcon; to: (found: FoundRow) => string }> = {
  client: { kind: 'Client', Icon: UsersRound, to: ({ page }) => `/dashboard/clients/${page}` },
  project: { kind: 'Project', Icon: FolderKanban, to: ({ page }) => `/dashboard/projects/${page}` },
  update: { kind: 'Update', Icon: FileText, to: ({ page }) => `/dashboard/projects/${page}` },
  person: { kind: 'Person', Icon: UserCog, to: ({ title }) => `/dashboard/users?search=${encodeURIComponent(title)}` },
}

type NamedRows = { clients: readonly NamedClient[]; projects: readonly NamedProject[] }

/** The clients and projects whose names contain exactly these words, one after the other. */
export function exactMatches(typed: string, { clients, projects }: NamedRows): Entry[] {
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
  const isSo = ({ title }: FoundRow) => searchText(title).includes(searchText(typed))
  return foundEntries(rows.filter(isSo), { seesPeople: false })
}

/** Search results with their links. People appear only for those who administer them. */
export function foundEntries(found: readonly FoundRow[], { seesPeople }: { seesPeople: boolean }): Entry[] {
  return found
    .filter(({ kind }) => kind !== 'person' || seesPeople)
    .map((row) => {
      const { kind, Icon, to } = kinds[row.kind] ?? { kind: row.kind, Icon: Building2, to: () => '/dashboard' }
      return { id: row.id, kind, title: row.title, ...(row.detail && { detail: row.detail }), to: to(row), Icon }
    })
}
