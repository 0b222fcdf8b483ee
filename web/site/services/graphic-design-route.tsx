import { agency } from '../../agency.ts'
import type { Route } from './+types/graphic-design-route.ts'
import { ServicePage } from './service-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Graphic design for local businesses | ${agency.name}` },
  {
    name: 'description',
    content: 'Logos, print, signs and lettering: one look wherever people meet your business.',
  },
]

export default function GraphicDesignRoute() {
  return <ServicePage slug="graphic-design" />
}
