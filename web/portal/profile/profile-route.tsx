import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useMe } from '../me/me.ts'
import { myAgencyQuery, useMyProfile, useMyRoles } from '../me/me-queries.ts'
import { RoleBadges } from '../me/role-badges.tsx'
import { Page } from '../shell/page.tsx'
import { AgencyForm } from './agency-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalForm } from './personal-form.tsx'
import { TwoStepCard } from './two-step/two-step-card.tsx'

export default function ProfileRoute() {
  return (
    <Page title="Profile Settings">
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <PersonalInformation />
          <AgencyInformation />
          <Password />
          <TwoStepCard />
        </div>
        <AccountInformation />
      </div>
    </Page>
  )
}

function PersonalInformation() {
  const { data: profile, isPending, refetch } = useMyProfile()
  return (
    <Card>
      <CardHeader className="justify-start">
        {profile && <Avatar name={profile.display_name} url={profile.avatar_url} />}
        <CardTitle>Personal Information</CardTitle>
      </CardHeader>
      {isPending ? (
        <CardContent className="grid gap-4" aria-busy>
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </CardContent>
      ) : profile ? (
        <CardContent>
          <PersonalForm profile={profile} />
        </CardContent>
      ) : (
        <ErrorState title="Your profile could not be loaded." onRetry={() => void refetch()} />
      )}
    </Card>
  )
}

/** For agency admins only, and only while they have an agency. */
function AgencyInformation() {
  const roles = useMyRoles()
  const { data: profile } = useMyProfile()
  if (!roles?.includes('agency_admin') || !profile?.agency_id) return null
  return <AgencyCard agencyId={profile.agency_id} />
}

function AgencyCard({ agencyId }: { agencyId: string }) {
  const { data: agency, isPending, refetch } = useQuery(myAgencyQuery(agencyId))
  return (
    <Card>
      <CardHeader className="justify-start">
        {agency && <Avatar name={agency.name} url={agency.logo_url} className="rounded-md" />}
        <CardTitle>Agency Information</CardTitle>
      </CardHeader>
      {isPending ? (
        <CardContent className="grid gap-4 sm:grid-cols-2" aria-busy>
          {Array.from({ length: 6 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places have nothing else, and never change their order
            <Skeleton key={place} className="h-16" />
          ))}
        </CardContent>
      ) : agency ? (
        <CardContent>
          <AgencyForm agency={agency} />
        </CardContent>
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

function AccountInformation() {
  const me = useMe()
  const roles = useMyRoles()
  return (
    <Card>
      <CardHeader>
        <CardTitle>Account Information</CardTitle>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-1 gap-5">
          <Fact label="Email">{me.email}</Fact>
          <Fact label="Roles">{roles ? <RoleBadges held={roles} /> : <Skeleton className="h-6 w-24" />}</Fact>
          <Fact label="Associated Agency">
            <MyAgency />
          </Fact>
          <Fact label="User ID">
            <code className="break-all text-sm">{me.id}</code>
          </Fact>
        </dl>
      </CardContent>
    </Card>
  )
}

function MyAgency() {
  const { data: profile, isPending } = useMyProfile()
  if (isPending) return <Skeleton className="h-6 w-40" />
  if (!profile?.agency_id) return <span className="text-ink-soft">You are not assigned to an agency yet.</span>
  return <AgencyName agencyId={profile.agency_id} />
}

function AgencyName({ agencyId }: { agencyId: string }) {
  const { data: agency, isPending } = useQuery(myAgencyQuery(agencyId))
  if (isPending) return <Skeleton className="h-6 w-40" />
  // Not everybody in an agency may read it; its id is still theirs to know.
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
