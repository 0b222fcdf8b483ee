import { agency } from '../../agency.ts'
import type { Route } from './+types/digital-marketing-route.ts'
import { ServicePage } from './service-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Digital marketing for local businesses | ${agency.name}` },
  {
    name: 'description',
    content: 'SEO, ad campaigns and social media that lead people nearby to your door.',
  },
]

export default function DigitalMarketingRoute() {
  return <ServicePage slug="digital-marketing" />
}
