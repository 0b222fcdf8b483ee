import type { QueryClient } from '@tanstack/react-query'
import {
  ArrowRight,
  Building2,
  FileText,
  FolderKanban,
  Keyboard,
  type LucideIcon,
  Plus,
  UserCog,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { searchText } from '../../lib/search-text.ts'
import type { NamedClient } from '../clients/clients-by-name-query.ts'
import { isAdminType, isSuperAdmin, type Role } from '../me/role.ts'
import type { SidebarItem } from '../navigation/sidebar-items-by-role.ts'
import type { NamedProject } from '../projects/projects-by-name-query.ts'
import { NEW_PARAMETER } from '../writes/use-new-dialog.ts'
import { FEWEST_LETTERS } from './find-anything-query.ts'

/** An entry of the palette: an action, a destination, or an action followed by a destination. */
export type Entry = { id: string; kind: string; title: string; detail?: string; Icon: LucideIcon } & (
  | { to: string; run?: Run }
  | { to?: undefined; run: Run }
)

/** The kind of entries that perform an action. */
export const ACTION = 'Action'

type Run = (client: QueryClient) => Promise<unknown>

type FoundRow = { kind: string; id: string; title: string; detail: string; page: string }

/** Palette entries that open an empty form; `also` holds other names for them. */
const beginnings: readonly { title: string; also?: string; screen: string }[] = [
  { title: 'Add Client', screen: '/dashboard/clients' },
  { title: 'Add Project', screen: '/dashboard/projects' },
  { title: 'Invite', also: 'new colleague', screen: '/dashboard/users' },
]

/**
 * Commands that need further choices, which are made on a screen: the palette leads there and searches for the words
 * after the verb.
 */
const errands: readonly {
  verb: string
  title: string
  screen: string
  isShownTo: (held: readonly Role[]) => boolean
}[] = [
  { verb: 'assign', title: 'Assign in Projects', screen: '/dashboard/projects', isShownTo: isSuperAdmin },
  { verb: 'deactivate', title: 'Deactivate in User Management', screen: '/dashboard/users', isShownTo: isAdminType },
]

/** Palette entries of the screens and new items whose names contain every typed word. */
export function screenEntries(typed: string, screens: readonly SidebarItem[]): Entry[] {
  return [
    ...screens
      .filter(({ label }) => matchesWords(label, typed))
      .map(({ to, label, Icon }) => ({ id: to, kind: 'Screen', title: label, to, Icon })),
    ...beginnings
      .filter(({ screen }) => screens.some(({ to }) => to === screen))
      .filter(({ title, also = '' }) => matchesWords(`${title} ${also}`, typed))
      .map(({ title, screen }) => ({ id: title, kind: ACTION, title, to: `${screen}?${NEW_PARAMETER}`, Icon: Plus })),
  ]
}

/**
 * The palette entry for a command that needs a screen: "assign bakery to ana" leads to the projects that are called
 * bakery.
 */
export function errandEntries(typed: string, held: readonly Role[]): Entry[] {
  const [verb = '', ...words] = typed.toLowerCase().split(/\s+/)
  if (verb.length < FEWEST_LETTERS) return []
  const end = words.indexOf('to')
  const name = words.slice(0, end === -1 ? undefined : end).join(' ')
  return errands
    .filter((errand) => errand.verb.startsWith(verb) && errand.isShownTo(held))
    .map(({ title, screen }) => ({
      ...action(screen, title, name),
      Icon: ArrowRight,
      to: name === '' ? screen : `${screen}?${new URLSearchParams({ search: name })}`,
    }))
}

/** The palette entry of the keyboard shortcuts, also for people who have switched single keys off. */
export const helpEntries = (typed: string, openHelp: () => void): Entry[] =>
  matchesWords(HELP, typed) ? [{ ...action('help', HELP), Icon: Keyboard, run: async () => openHelp() }] : []

const HELP = 'Keyboard Shortcuts'

/** Whether every typed word is the beginning of a word in the name. */
const matchesWords = (called: string, typed: string) =>
  typed === '' ||
  searchText(typed)
    .split(' ')
    .every((word) => ` ${searchText(called)}`.includes(` ${word}`))

/** The palette entry of an action. */
export const action = (id: string, title: string, detail?: string | null) => ({
  id,
  kind: ACTION,
  title,
  ...(detail && { detail }),
})

const kinds: Record<string, { kind: string; Icon: LucideIcon; to: (found: FoundRow) => string }> = {
  client: { kind: 'Client', Icon: UsersRound, to: ({ page }) => `/dashboard/clients/${page}` },
  client_person: { kind: 'Person', Icon: UserRound, to: ({ page }) => `/dashboard/clients/${page}` },
  project: { kind: 'Project', Icon: FolderKanban, to: ({ page }) => `/dashboard/projects/${page}` },
  update: { kind: 'Update', Icon: FileText, to: ({ page }) => `/dashboard/projects/${page}` },
  person: { kind: 'Person', Icon: UserCog, to: ({ title }) => `/dashboard/users?search=${encodeURIComponent(title)}` },
}

type NamedRows = { clients: readonly NamedClient[]; projects: readonly NamedProject[] }

/** The clients and projects whose names contain exactly the typed words, one after the other. */
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

/** Palette entries of the clients and projects that were viewed last. */
export const seenEntries = (seen: readonly { kind: string; id: string; name: string }[]): Entry[] =>
  foundEntries(
    seen.map(({ kind, id, name }) => ({ kind, id, title: name, detail: 'Recently seen', page: id })),
    { seesPeople: false },
  )

/** Palette entries of search results. Colleagues appear only for those who administer them. */
export function foundEntries(found: readonly FoundRow[], { seesPeople }: { seesPeople: boolean }): Entry[] {
  return found
    .filter(({ kind }) => kind !== 'person' || seesPeople)
    .map((row) => {
      const { kind, Icon, to } = kinds[row.kind] ?? { kind: row.kind, Icon: Building2, to: () => '/dashboard' }
      return { id: row.id, kind, title: row.title, ...(row.detail && { detail: row.detail }), to: to(row), Icon }
    })
}
