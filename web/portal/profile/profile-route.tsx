import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UserProfile } from '../../lib/row-types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-and-error-states.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMe } from '../me/me.ts'
import { myAgencyQuery, useMyProfile, useMyRoles } from '../me/me-queries.ts'
import { hasNoRole, isAdminType, type Role } from '../me/role.ts'
import { RoleBadges } from '../me/role-badges.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { AgencyForm } from './agency-form.tsx'
import { CalendarFeedCard } from './calendar-feed-card.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ForProgramsCard } from './for-programs-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalForm } from './personal-form.tsx'
import { RecordsCard } from './records-card.tsx'
import { ShowPlanSwitch } from './show-plan-switch.tsx'
import { TwoStepCard } from './two-step/two-step-card.tsx'

const TITLE = 'Profile Settings'

export default function ProfileRoute() {
  const roles = useMyRoles()
  const { data: profile, isPending, refetch } = useMyProfile()
  // The cards of the profile depend on both queries, and none should move when another appears.
  if (!roles || isPending) return <LoadingPage title={TITLE} />
  return (
    <Page title={TITLE}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <PersonalInformation profile={profile} onRetry={() => void refetch()} />
          <Password />
          <TwoStepCard />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <AccountInformation roles={roles} agencyId={profile?.agency_id} />
          {profile && !hasNoRole(roles) && <NotificationsCard profile={profile} />}
          {!hasNoRole(roles) && <CalendarFeedCard />}
        </div>
        {/* What is the agency’s follows what is the person’s. Its details are for agency admins while they have an agency. */}
        {roles.includes('agency_admin') && profile?.agency_id && <AgencyInformation agencyId={profile.agency_id} />}
        <div className="grid grid-cols-1 gap-6">
          <RecordsCard roles={roles} />
          {isAdminType(roles) && profile?.agency_id && <ForProgramsCard agencyId={profile.agency_id} />}
        </div>
      </div>
    </Page>
  )
}

type PersonalInformationProps = {
  /** The profile of the person: null if there is none, undefined if it could not be loaded. */
  profile: UserProfile | null | undefined
  onRetry: () => void
}

function PersonalInformation({ profile, onRetry }: PersonalInformationProps) {
  return (
    <Card>
      <CardHeader className="justify-start">
        {profile && <Avatar name={profile.display_name} url={profile.avatar_url} />}
        <CardTitle>Personal Information</CardTitle>
      </CardHeader>
      {profile ? (
        <CardContent>
          <PersonalForm profile={profile} />
        </CardContent>
      ) : (
        <ErrorState title="Your profile could not be loaded." onRetry={onRetry} />
      )}
    </Card>
  )
}

function AgencyInformation({ agencyId }: { agencyId: string }) {
  const { data: agency, isPending, refetch } = useQuery(myAgencyQuery(agencyId))
  return (
    <Card>
      <CardHeader className="justify-start">
        {isPending && <Skeleton className="size-9" />}
        {agency && <Avatar name={agency.name} url={agency.logo_url} className="rounded-md" />}
        <CardTitle>Agency Information</CardTitle>
      </CardHeader>
      {isPending ? (
        <CardContent className="grid gap-4 sm:grid-cols-2" aria-busy>
          {Array.from({ length: 6 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no id and never change their order
            <Skeleton key={place} className="h-16.5" />
          ))}
          <Skeleton className="h-10 w-32" />
        </CardContent>
      ) : agency ? (
        <>
          <CardContent>
            <AgencyForm agency={agency} />
          </CardContent>
          <ShowPlanSwitch agency={agency} />
        </>
      ) : (
        <ErrorState title="Your agency could not be loaded." onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

function Password() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Password</CardTitle>
      </CardHeader>
      <CardContent>
        <PasswordForm />
      </CardContent>
    </Card>
  )
}

type AccountInformationProps = { roles: readonly Role[]; agencyId: string | null | undefined }

function AccountInformation({ roles, agencyId }: AccountInformationProps) {
  const me = useMe()
  return (
    <Card>
      <CardHeader>
        <CardTitle>Account Information</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-1 gap-5">
          <Fact label="Email">
            <span className="grid gap-2 break-all">
              {me.email}
              <ChangeEmailDialog />
            </span>
          </Fact>
          <Fact label="Roles">
            <RoleBadges held={roles} />
          </Fact>
          <Fact label="Associated Agency">
            {agencyId ? (
              <AgencyName agencyId={agencyId} />
            ) : (
              <span className="text-ink-soft">You are not assigned to an agency yet.</span>
            )}
          </Fact>
          <Fact label="User ID">
            <code className="break-all text-sm">{me.id}</code>
          </Fact>
        </dl>
      </CardContent>
    </Card>
  )
}

function AgencyName({ agencyId }: { agencyId: string }) {
  const { data: agency, isPending } = useQuery(myAgencyQuery(agencyId))
  if (isPending) return <Skeleton className="h-6 w-40" />
  // People who may not read their agency see its id instead of the name.
  return agency?.name ?? <code className="break-all text-sm">{agencyId}</code>
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
