import { agency, terms } from '../../agency.ts'
import { PageIntro } from '../page-intro.tsx'
import type { Route } from './+types/contact-route.ts'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Contact ${agency.name} and book a free strategy call` },
  {
    name: 'description',
    content: `Tell us about your business. You hear back within ${terms.replyHours} hours, and the first ${terms.freeCallMinutes}-minute call is free.`,
  },
]

export default function ContactRoute() {
  return (
    <>
      <PageIntro title="Tell us about your business.">
        A few lines are enough. We reply within {terms.replyHours} hours and find a time for your free strategy call.
      </PageIntro>
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-gutter pb-section lg:grid-cols-[2fr_1fr]">
        <ContactForm />
        <ContactDetails />
      </div>
    </>
  )
}
