import { useQuery } from '@tanstack/react-query'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { useListParams } from '../list/use-list-params.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { AddAgencyDialog } from './add-agency-dialog.tsx'
import { agenciesQuery } from './agency-queries.ts'
import { AgencyTable } from './agency-table.tsx'
import { OnlyAgencyCard } from './only-agency-card.tsx'

const TITLE = 'Agencies'
const DESCRIPTION = 'Super Admins have full access'

export default function AgenciesRoute() {
  const held = useMyRoles()
  if (!held) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!isSuperAdmin(held)) return <AccessDenied title={TITLE} to="view agencies" />
  return <Agencies />
}

function Agencies() {
  const { page, linkTo } = useListParams()
  const agencies = useQuery(agenciesQuery(page))
  const count = agencies.data?.count
  const only = count === 1 ? agencies.data?.rows[0] : undefined

  return (
    <Page title={TITLE} description={DESCRIPTION} action={<AddAgencyDialog />}>
      <Card aria-busy={agencies.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'All Agencies' : `All Agencies (${count})`}</CardTitle>
        </CardHeader>
        <AgencyTable agencies={agencies} linkTo={linkTo} />
      </Card>
      {only && <OnlyAgencyCard agency={only} />}
      <ListFoot to="/dashboard/deleted?kind=agency">Recently Deleted</ListFoot>
    </Page>
  )
}
