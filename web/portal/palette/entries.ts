import { Building2, FileText, FolderKanban, type LucideIcon, Plus, UserCog, UsersRound } from 'lucide-react'
import { NEW } from '../editing/use-new-dialog.ts'
import type { NavigationGroup } from '../shell/navigation.ts'

/** What the palette offers: a place to go to. */
export type Entry = { id: string; kind: string; title: string; detail?: string; to: string; Icon: LucideIcon }

type Found = { kind: string; id: string; title: string; detail: string; page: string }

const actions: readonly { title: string; screen: string }[] = [
  { title: 'Add Client', screen: '/dashboard/clients' },
  { title: 'Add Project', screen: '/dashboard/projects' },
]

/** The screens of the person at the screen, and what can be begun there, that have every typed word in their name. */
export function placesLike(typed: string, groups: readonly NavigationGroup[]): Entry[] {
  const screens = groups.flatMap(({ items }) => items)
  const words = typed.toLowerCase().split(/\s+/)
  const isLike = ({ title }: Entry) => words.every((word) => ` ${title.toLowerCase()}`.includes(` ${word}`))
  return [
    ...screens.map(({ to, label, Icon }) => ({ id: to, kind: 'Screen', title: label, to, Icon })),
    ...actions
      .filter(({ screen }) => screens.some(({ to }) => to === screen))
      .map(({ title, screen }) => ({ id: title, kind: 'Action', title, to: `${screen}?${NEW}`, Icon: Plus })),
  ].filter((entry) => typed === '' || isLike(entry))
}

const kinds: Record<string, { kind: string; Icon: LucideIcon; to: (found: Found) => string }> = {
  client: { kind: 'Client', Icon: UsersRound, to: ({ page }) => `/dashboard/clients/${page}` },
  project: { kind: 'Project', Icon: FolderKanban, to: ({ page }) => `/dashboard/projects/${page}` },
  update: { kind: 'Update', Icon: FileText, to: ({ page }) => `/dashboard/projects/${page}` },
  person: { kind: 'Person', Icon: UserCog, to: ({ title }) => `/dashboard/users?search=${encodeURIComponent(title)}` },
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
