import { agency } from '../../agency.ts'
import type { Route } from './+types/web-development-route.ts'
import { ServicePage } from './service-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Web development for local businesses | ${agency.name}` },
  {
    name: 'description',
    content: 'Websites designed for one local business at a time: made for phones, kept up to date, ready to be found.',
  },
]

export default function WebDevelopmentRoute() {
  return <ServicePage slug="web-development" />
}
