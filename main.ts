import { join } from 'node:path'
import { runEngine } from 'engine'
import { alertRecipients } from './server/alert-recipients.ts'
import { nightlyBackupJob } from './server/backup/nightly-backup.ts'
import { installation } from './server/engine-options.ts'
import { eraseAgain } from './server/erasure/erase-again.ts'
import { keepReceiptsJob } from './server/erasure/keep-receipts-job.ts'
import { adminVariables, makeFirstAdmin } from './server/first-admin.ts'
import { ClientPages } from './server/for-clients/client-pages.ts'
import { forgetEnquiriesJob } from './server/forget-enquiries.ts'
import { auditTrailJob } from './server/hash-audit-trail.ts'
import { incomingMailJobs, mailboxHealth } from './server/mail-in/incoming-mail-job.ts'
import { mailboxVariables } from './server/mail-in/placing/mailbox-address.ts'
import { MailLinkPages } from './server/mail-link-pages.ts'
import { mayReadHealth } from './server/may-read-health.ts'
import { dueMailsJob, enquiryMailHealth, logContactRecipients } from './server/send-due-mails.ts'
import { duePushesJob } from './server/send-due-pushes.ts'
import { webhooksJob } from './server/send-webhooks.ts'
import { settleDeletionsJob } from './server/settle-deletions.ts'
import { VisitCounter } from './server/visits/visit-counter.ts'
import { websiteSlots } from './server/website-facts.ts'
import { planNames, serviceChoices, services } from './web/agency.ts'

const visits = new VisitCounter({
  contact: '/contact',
  apart: ['/auth'],
  services: serviceChoices,
  servicePages: Object.fromEntries(services.map(({ slug, choice }) => [`/services/${slug}`, choice])),
  plans: planNames,
})

const clientPages = new ClientPages()
const mailLinkPages = new MailLinkPages()

/** Starts the engine with the agency's project. */
await runEngine({
  ...installation,
  site: {
    dir: join(import.meta.dirname, 'web/build/client'),
    slots: websiteSlots,
    pages: [...clientPages.pages, ...mailLinkPages.pages],
  },
  variables: [...adminVariables, ...mailboxVariables],
  prepare: async (engine) => {
    await eraseAgain(engine, engine.config.dataDir)
    await makeFirstAdmin(engine)
    await logContactRecipients(engine)
    visits.start(engine)
    clientPages.start(engine)
    mailLinkPages.start(engine)
  },
  jobs: (engine) => [
    dueMailsJob(engine),
    duePushesJob(engine),
    settleDeletionsJob(engine),
    webhooksJob(engine),
    auditTrailJob(engine),
    forgetEnquiriesJob(engine),
    ...incomingMailJobs(engine),
    ...(engine.config.backupUrl ? [nightlyBackupJob(engine), keepReceiptsJob(engine, engine.config.backupUrl)] : []),
  ],
  healthParts: (engine) => [...mailboxHealth(engine), enquiryMailHealth(engine)],
  alertRecipients,
  mayReadHealth,
  onPage: visits.see,
  finish: visits.stop,
})
