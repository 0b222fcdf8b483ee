import { agency } from '../../agency.ts'
import type { Route } from './+types/ai-automation-route.ts'
import { ServicePage } from './service-page.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `AI automation for local businesses | ${agency.name}` },
  {
    name: 'description',
    content: 'Chatbots, lead follow-up and automated reporting, so that somebody answers after closing time.',
  },
]

export default function AiAutomationRoute() {
  return <ServicePage slug="ai-automation" />
}
