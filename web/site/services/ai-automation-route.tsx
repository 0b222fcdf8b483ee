import { pageMeta } from '../seo/page-meta.ts'
import { ServicePage } from './service-page.tsx'

export const meta = () => pageMeta('/services/ai-automation')

export default function AiAutomationRoute() {
  return <ServicePage slug="ai-automation" />
}
