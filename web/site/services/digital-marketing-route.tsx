import { pageMeta } from '../seo/page-meta.ts'
import { ServicePage } from './service-page.tsx'

export const meta = () => pageMeta('/services/digital-marketing')

export default function DigitalMarketingRoute() {
  return <ServicePage slug="digital-marketing" />
}
