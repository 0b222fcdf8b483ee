import { useQuery } from '@tanstack/react-query'
import { ChartColumn, FolderPlus, UserCog, UserPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useEnquiriesAccess } from '../enquiries/use-enquiries-access.ts'
import { MailNotice } from '../mail/mail-notice.tsx'
import { useMyProfile, useMyRoles } from '../me/me-queries.ts'
import { hasNoRole, isAdminType, isSuperAdmin } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { Page } from '../page/page.tsx'
import { BackupNotice } from './backup-notice.tsx'
import { ClientReach } from './client-reach.tsx'
import { MyProjects, RecentlySeen, WaitingEnquiries } from './my-cards.tsx'
import { StatCards } from './stat-cards.tsx'
import { statsQuery } from './stats-query.ts'
import { WelcomeNote } from './welcome-note.tsx'

// Only super admins have the checklist, and with it the forms that it opens.
const Checklist = lazy(() => loadChunk(async () => ({ default: (await import('./checklist.tsx')).Checklist })))

export default function HomeRoute() {
  const roles = useMyRoles()
  const isSuper = isSuperAdmin(roles ?? [])
  const hasAgency = Boolean(useMyProfile().data?.agency_id)
  return (
    <Page title="Dashboard" documentTitle="Home">
      <StatCards {...useQuery(statsQuery())} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <QuickActions />
        <RecentActivity />
      </div>
      {isSuper && <MailNotice />}
      {isSuper && <BackupNotice />}
      {roles && !hasNoRole(roles) && <Mine hasAgency={hasAgency} />}
      {roles && isSuper && (
        <Suspense>
          <Checklist held={roles} />
        </Suspense>
      )}
      {roles && hasNoRole(roles) && <WelcomeNote />}
    </Page>
  )
}

/** The cards of what waits for the person, for clients, and for an answer. */
function Mine({ hasAgency }: { hasAgency: boolean }) {
  return (
    // The cards have different heights, so they flow in two columns where there is room.
    <div className="-mb-6 gap-6 *:mb-6 *:break-inside-avoid lg:columns-2">
      <MyProjects />
      {useEnquiriesAccess() && <WaitingEnquiries />}
      {hasAgency && <ClientReach />}
      <RecentlySeen />
    </div>
  )
}

const quickActions = [
  { to: '/dashboard/clients?new', label: 'Add New Client', Icon: UserPlus, isForAdmins: true },
  { to: '/dashboard/projects?new', label: 'Create Project', Icon: FolderPlus, isForAdmins: true },
  { to: '/dashboard/users', label: 'Manage Users', Icon: UserCog, isForAdmins: true },
  { to: '/dashboard/reports', label: 'View Reports', Icon: ChartColumn, isForAdmins: false },
]

function QuickActions() {
  const roles = useMyRoles()
  return (
    <Card aria-label="Quick Actions">
      <CardHeader>
        <CardTitle>Quick Actions</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-2 sm:grid-cols-2">
        {roles
          ? quickActions
              .filter(({ isForAdmins }) => !isForAdmins || isAdminType(roles))
              .map(({ to, label, Icon }) => (
                <Button key={label} variant="outline" asChild className="justify-start">
                  <Link to={to}>
                    <Icon aria-hidden />
                    {label}
                  </Link>
                </Button>
              ))
          : quickActions.map(({ label }) => <Skeleton key={label} className="h-10" />)}
      </CardContent>
    </Card>
  )
}

function RecentActivity() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Activity</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="text-ink-soft">No recent activity to display.</p>
      </CardContent>
    </Card>
  )
}
