import { useQuery } from '@tanstack/react-query'
import { ChartColumn, FolderPlus, UserCog, UserPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MailNotice } from '../mail/mail-notice.tsx'
import { useMe } from '../me/me.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { hasNoRole, isAdminType, isSuperAdmin } from '../me/role.ts'
import { loadChunk } from '../offline/load-chunk.ts'
import { Page } from '../page/page.tsx'
import { BackupNotice, LastBackup } from './backup-notice.tsx'
import { NeedsCard } from './needs-card.tsx'
import { StatCards } from './stat-cards.tsx'
import { statsQuery } from './stats-query.ts'
import { focusOnceShown, useStepsShown } from './use-steps-shown.ts'
import { WelcomeNote } from './welcome-note.tsx'

// Only super admins have the checklist, and with it the forms that it opens.
const Checklist = lazy(() => loadChunk(async () => ({ default: (await import('./checklist.tsx')).Checklist })))

const MonthsToSendCard = lazy(() => loadChunk(() => import('../months/months-to-send-card.tsx')))

export default function HomeRoute() {
  const roles = useMyRoles()
  const isSuper = isSuperAdmin(roles ?? [])
  const steps = useStepsShown(useMe().id)
  const stats = useQuery(statsQuery())
  const hasSteps = isSuper && steps.shown !== 'hidden'
  return (
    <Page
      title="Dashboard"
      documentTitle="Home"
      action={
        isSuper &&
        !hasSteps && (
          <Button
            ref={steps.hasChosen ? focusOnceShown : undefined}
            variant="ghost"
            onClick={() => steps.choose('next')}
          >
            First Steps
          </Button>
        )
      }
    >
      {roles && hasSteps && (
        <Suspense>
          <Checklist held={roles} choice={steps} />
        </Suspense>
      )}
      <StatCards {...stats} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {/* Without anything beside them the two cards stand side by side. */}
        <div className="grid items-start gap-6 has-[+:empty]:col-span-full lg:has-[+:empty]:grid-cols-2">
          <QuickActions />
          <RecentActivity />
        </div>
        <div className="grid grid-cols-1 gap-6 empty:hidden">
          {isSuper && <MailNotice hasSteps={hasSteps} />}
          {isSuper && <BackupNotice hasSteps={hasSteps} />}
          {roles && (hasNoRole(roles) ? <WelcomeNote /> : <NeedsCard />)}
          {roles && !hasNoRole(roles) && (
            <Suspense>
              <MonthsToSendCard />
            </Suspense>
          )}
        </div>
      </div>
      {isSuper && <LastBackup />}
    </Page>
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
