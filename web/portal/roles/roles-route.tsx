import { useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { useMyRoles } from '../me/me-queries.ts'
import { isSuperAdmin } from '../me/role.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { PeopleCard } from './people-card.tsx'
import { RoleList } from './role-list.tsx'

const TITLE = 'Role Management'
const DESCRIPTION = 'Roles add up: people with several roles can do whatever any of them allows.'

export default function RolesRoute() {
  const held = useMyRoles()
  if (!held) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!isSuperAdmin(held)) return <AccessDenied title={TITLE} to="view role management" />
  return <RoleManagement />
}

/** The screen of roles. The open tab is kept in the address, beside the search and the page of the people. */
function RoleManagement() {
  const [address, setAddress] = useSearchParams()
  const view = address.get('view') === 'people' ? 'people' : 'roles'
  return (
    <Page title={TITLE} description={DESCRIPTION}>
      <Tabs
        value={view}
        onValueChange={(next) => setAddress(next === 'people' ? { view: next } : {}, { replace: true })}
        className="grid grid-cols-1 gap-6"
      >
        <TabsList className="sm:justify-self-start">
          <TabsTrigger value="roles">Roles</TabsTrigger>
          <TabsTrigger value="people">People and Agencies</TabsTrigger>
        </TabsList>
        <TabsContent value="roles">
          <RoleList />
        </TabsContent>
        <TabsContent value="people">
          <PeopleCard />
        </TabsContent>
      </Tabs>
    </Page>
  )
}
