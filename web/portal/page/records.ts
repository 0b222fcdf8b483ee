import { type LucideIcon, Mail, ScrollText, Trash2 } from 'lucide-react'
import { isAdminType, isSuperAdmin, type Role } from '../me/role.ts'

type RecordScreen = {
  to: string
  label: string
  description: string
  Icon: LucideIcon
  isShownTo?: (held: readonly Role[]) => boolean
}

/**
 * Screens that are rarely needed. They are not in the sidebar: the palette, Profile Settings and lists lead to them.
 */
const records: readonly RecordScreen[] = [
  {
    to: '/dashboard/deleted',
    label: 'Recently Deleted',
    description: 'Bring back what was deleted in the last 30 days.',
    Icon: Trash2,
  },
  {
    to: '/dashboard/audit',
    label: 'Audit',
    description: 'Who signed in, and who changed, deleted or copied what.',
    Icon: ScrollText,
    isShownTo: isAdminType,
  },
  {
    to: '/dashboard/mail',
    label: 'Mail',
    description: 'How emails are sent, and which were not delivered.',
    Icon: Mail,
    isShownTo: isSuperAdmin,
  },
]

/** The screens for these roles that are not in the sidebar. */
export const recordsFor = (held: readonly Role[]): RecordScreen[] =>
  records.filter(({ isShownTo }) => isShownTo?.(held) ?? true)
