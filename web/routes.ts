import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { screens } from './portal/screens.ts'

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
    layout(
      'portal/screen-layout.tsx',
      screens.map(({ path, file }) => (path === '' ? index(`portal/${file}`) : route(path, `portal/${file}`))),
    ),
  ]),

  // The 404 page. A second layout with the same file needs its own id.
  layout('site/layout/site-layout.tsx', { id: 'not-found-layout' }, [route('*', 'site/not-found/not-found-route.tsx')]),
] satisfies RouteConfig
