import { pageMeta } from '../seo/page-meta.ts'
import { ServicePage } from './service-page.tsx'

export const meta = () => pageMeta('/services/web-development')

export default function WebDevelopmentRoute() {
  return <ServicePage slug="web-development" />
}
