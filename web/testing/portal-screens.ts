import AgenciesRoute from '../portal/agencies/agencies-route.tsx'
import AuditRoute from '../portal/audit/audit-route.tsx'
import ClientRoute from '../portal/clients/client-route.tsx'
import ClientsRoute from '../portal/clients/clients-route.tsx'
import DeletedRoute from '../portal/deleted/deleted-route.tsx'
import EnquiriesRoute from '../portal/enquiries/enquiries-route.tsx'
import EnquiryRoute from '../portal/enquiries/enquiry-route.tsx'
import HomeRoute from '../portal/home/home-route.tsx'
import MailRoute from '../portal/mail/mail-route.tsx'
import ProfileRoute from '../portal/profile/profile-route.tsx'
import ProjectRoute from '../portal/projects/project-route.tsx'
import ProjectsRoute from '../portal/projects/projects-route.tsx'
import ReportsRoute from '../portal/reports/reports-route.tsx'
import RolesRoute from '../portal/roles/roles-route.tsx'
import SettingsRoute from '../portal/settings/settings-route.tsx'
import StepsRoute from '../portal/steps-by-day/steps-route.tsx'
import UsersRoute from '../portal/users/users-route.tsx'

/** The screens of the portal that need neither a passphrase nor a socket, with their paths. */
export const portalScreens = [
  { path: '/dashboard', Component: HomeRoute },
  { path: '/dashboard/enquiries', Component: EnquiriesRoute },
  { path: '/dashboard/enquiries/:enquiryId', Component: EnquiryRoute },
  { path: '/dashboard/users', Component: UsersRoute },
  { path: '/dashboard/clients', Component: ClientsRoute },
  { path: '/dashboard/clients/:clientId', Component: ClientRoute },
  { path: '/dashboard/projects', Component: ProjectsRoute },
  { path: '/dashboard/projects/:projectId', Component: ProjectRoute },
  { path: '/dashboard/steps', Component: StepsRoute },
  { path: '/dashboard/agencies', Component: AgenciesRoute },
  { path: '/dashboard/reports', Component: ReportsRoute },
  { path: '/dashboard/profile', Component: ProfileRoute },
  { path: '/dashboard/settings', Component: SettingsRoute },
  { path: '/dashboard/roles', Component: RolesRoute },
  { path: '/dashboard/audit', Component: AuditRoute },
  { path: '/dashboard/deleted', Component: DeletedRoute },
  { path: '/dashboard/mail', Component: MailRoute },
]
