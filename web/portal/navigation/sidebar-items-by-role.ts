import {
  Building2,
  ChartColumn,
  CircleUser,
  FolderKanban,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShieldCheck,
  UserCog,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { WaitingCount } from '../enquiries/waiting-count.tsx'
import { isAdminType, isSuperAdmin, type Role } from '../me/role.ts'
import { UnreadMessages } from '../notices/unread-messages.tsx'

export type SidebarItem = {
  to: string
  label: string
  Icon: LucideIcon
  isShownTo?: (held: readonly Role[], readsEnquiries: boolean) => boolean
  /** A number beside a sidebar entry: how much there is to do. */
  Count?: ComponentType<{ isIconOnly: boolean }>
}
export type SidebarGroup = { label: string; items: SidebarItem[] }

const groups: SidebarGroup[] = [
  {
    label: 'Main',
    items: [
      { to: '/dashboard', label: 'Dashboard', Icon: LayoutDashboard },
      {
        to: '/dashboard/enquiries',
        label: 'Enquiries',
        Icon: Inbox,
        isShownTo: (_held, readsEnquiries) => readsEnquiries,
        Count: WaitingCount,
      },
      { to: '/dashboard/clients', label: 'Clients', Icon: UsersRound },
      { to: '/dashboard/projects', label: 'Projects', Icon: FolderKanban },
      { to: '/dashboard/messages', label: 'Messages', Icon: MessagesSquare, Count: UnreadMessages },
      { to: '/dashboard/reports', label: 'Reports', Icon: ChartColumn },
    ],
  },
  {
    label: 'Administration',
    items: [
      { to: '/dashboard/users', label: 'User Management', Icon: UserCog, isShownTo: isAdminType },
      { to: '/dashboard/vault', label: 'Password Vault', Icon: KeyRound, isShownTo: isAdminType },
      { to: '/dashboard/roles', label: 'Role Management', Icon: ShieldCheck, isShownTo: isSuperAdmin },
      { to: '/dashboard/agencies', label: 'Agencies', Icon: Building2, isShownTo: isSuperAdmin },
    ],
  },
  {
    label: 'Settings',
    items: [
      { to: '/dashboard/profile', label: 'Profile Settings', Icon: CircleUser },
      { to: '/dashboard/settings', label: 'Settings', Icon: Settings },
    ],
  },
]

/**
 * The sidebar entries for these roles; `readsEnquiries` for people who may read the website's enquiries. A group without
 * entries is left out.
 */
export const sidebarItemsFor = (held: readonly Role[], readsEnquiries: boolean): SidebarGroup[] =>
  groups
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ isShownTo }) => isShownTo?.(held, readsEnquiries) ?? true),
    }))
    .filter(({ items }) => items.length > 0)
