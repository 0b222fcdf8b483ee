import { terms } from '../../lib/terms.ts'
import { PageIntro } from '../page-intro.tsx'
import { pageMeta } from '../seo/page-meta.ts'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import { PrivacyNotice } from './privacy-notice.tsx'

export const meta = () => pageMeta('/contact')

export default function ContactRoute() {
  return (
    <>
      <PageIntro title="Tell us about your business.">
        A few lines are enough. We reply within {terms.replyHours} hours and find a time for your free strategy call.
      </PageIntro>
      <div className="mx-auto grid max-w-page items-start gap-x-8 gap-y-12 px-gutter pb-section md:grid-cols-[1fr_15rem] lg:grid-cols-[2fr_1fr] lg:gap-x-16">
        <ContactForm />
        <ContactDetails />
      </div>
      <PrivacyNotice />
    </>
  )
}
