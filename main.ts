import { join } from 'node:path'
import { runEngine } from './engine/command-line.ts'
import { parseConfig } from './engine/config.ts'
import { auditTrail } from './operations/audit-trail.ts'
import { nightlyBackup } from './operations/backup/nightly.ts'
import { deletions } from './operations/deletions.ts'
import { dueMails, sayWhoIsTold } from './operations/due-mails.ts'
import { eraseAgain } from './operations/erasure/erase-again.ts'
import { adminVariables, makeFirstAdmin } from './operations/first-admin.ts'
import { ClientPages } from './operations/for-clients/client-pages.ts'
import { installation } from './operations/installation.ts'
import { MailLinkPages } from './operations/mail-links.ts'
import { mayReadHealth } from './operations/may-read-health.ts'
import { VisitCounter } from './operations/visits/visit-counter.ts'
import { websiteSlots } from './operations/website-facts.ts'
import { toldOfTrouble } from './operations/whom-to-tell-of-trouble.ts'
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

/** Where the two meet: the engine, and the agency that it serves. */
await runEngine({
  ...installation,
  site: {
    dir: join(import.meta.dirname, 'web/build/client'),
    slots: websiteSlots,
    pages: [...clientPages.pages, ...mailLinkPages.pages],
  },
  variables: adminVariables,
  prepare: async (engine) => {
    await eraseAgain(engine, parseConfig(process.env, installation).dataDir)
    await makeFirstAdmin(engine)
    await sayWhoIsTold(engine)
    visits.start(engine)
    clientPages.start(engine)
    mailLinkPages.start(engine)
  },
  jobs: (engine) => [
    dueMails(engine),
    deletions(engine),
    auditTrail(engine),
    ...(process.env.BACKUP_URL ? [nightlyBackup(engine)] : []),
  ],
  toldOfTrouble,
  mayReadHealth,
  onPage: visits.see,
  finish: visits.stop,
})
