import { pageMeta } from '../seo/page-meta.ts'
import { ServicePage } from './service-page.tsx'

export const meta = () => pageMeta('/services/graphic-design')

export default function GraphicDesignRoute() {
  return <ServicePage slug="graphic-design" />
}
