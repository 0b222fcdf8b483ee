import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The route map (docs/specification/routes.md), in its order. */
export default [
  layout('site/layout/site-layout.tsx', [
    index('site/home/home-route.tsx'),
    route('services', 'site/services/services-route.tsx'),
    route('services/web-development', 'site/services/web-development-route.tsx'),
    route('services/digital-marketing', 'site/services/digital-marketing-route.tsx'),
    route('services/ai-automation', 'site/services/ai-automation-route.tsx'),
    route('services/graphic-design', 'site/services/graphic-design-route.tsx'),
    route('pricing', 'site/pricing/pricing-route.tsx'),
    route('contact', 'site/contact/contact-route.tsx'),
    route('auth', 'auth/auth-route.tsx'),
  ]),

  // Client pages: /for/{token}.
  route('for', 'for-clients/client-page-route.tsx'),

  route('dashboard', 'portal/portal-layout.tsx', [
    layout('portal/screen-layout.tsx', [
      index('portal/home/home-route.tsx'),
      route('enquiries', 'portal/enquiries/enquiries-route.tsx'),
      route('enquiries/sources', 'portal/enquiries/sources/sources-route.tsx'),
      route('enquiries/:enquiryId', 'portal/enquiries/enquiry-route.tsx'),
      route('users', 'portal/users/users-route.tsx'),
      route('users/:userId/leaver', 'portal/vault/leavers-list/leaver-route.tsx'),
      route('clients', 'portal/clients/clients-route.tsx'),
      route('clients/:clientId', 'portal/clients/client-route.tsx'),
      route('projects', 'portal/projects/projects-route.tsx'),
      route('projects/:projectId', 'portal/projects/project-route.tsx'),
      route('steps', 'portal/steps-by-day/steps-route.tsx'),
      route('agencies', 'portal/agencies/agencies-route.tsx'),
      route('messages', 'portal/messages/messages-route.tsx'),
      route('vault', 'portal/vault/vault-route.tsx'),
      route('reports', 'portal/reports/reports-route.tsx'),
      route('profile', 'portal/profile/profile-route.tsx'),
      route('settings', 'portal/settings/settings-route.tsx'),
      route('roles', 'portal/roles/roles-route.tsx'),
      route('audit', 'portal/audit/audit-route.tsx'),
      route('deleted', 'portal/deleted/deleted-route.tsx'),
      route('mail', 'portal/mail/mail-route.tsx'),
    ]),
  ]),

  // The 404 page. A second layout with the same file needs its own id.
  layout('site/layout/site-layout.tsx', { id: 'not-found-layout' }, [route('*', 'site/not-found/not-found-route.tsx')]),
] satisfies RouteConfig
