import { matrixOfWork } from './matrix-of-client-tables.ts'
import { type Caller, everything, nobody, nothing, type Rights, type RowName, reads } from './rights.ts'

const speaksIn = (room: RowName): Rights => ({ ...reads(room), insert: [room] })
const isPresentIn = (room: RowName): Rights => ({ ...everything('own'), select: ['own', room] })

const tendsOwn: Rights = { ...reads('own'), update: ['own'] }
const keepsOwn = everything('own')
const profileOnly = tendsOwn
const profileAmong = (...colleagues: RowName[]): Rights => ({ ...reads('own', ...colleagues), update: ['own'] })

const vaultOf = (agency: RowName): Rights => ({
  ...everything('own', 'ownShared'),
  select: ['own', 'ownShared', agency],
})
const adminsVaultOf = (agency: RowName): Rights => ({ ...vaultOf(agency), delete: ['own', 'ownShared', agency] })

const recordsOwn: Rights = { ...nothing, insert: ['own'] }
const recordsOwnAndReads = (...rows: RowName[]): Rights => ({ ...recordsOwn, select: ['own', ...rows] })

const sendsMessages: Rights = { ...nothing, insert: ['any'] }
const revokesKeys = (...rows: RowName[]): Rights => ({ ...reads(...rows), update: rows })
const managesWebhooks = (...rows: RowName[]): Rights => ({ ...everything(...rows), insert: [] })

/** Rights on enquiries: North answers the website, so only its staff have them. */
const answersMessages: Rights = { ...everything('any'), delete: [] }

const tendsSources: Rights = { ...reads('any'), update: ['any'] }

/**
 * The isolation matrix: caller × table × verb × the rows for which it works. It spells out the table of
 * docs/specification/who-may-do-what.md; the policies in ../schemas have to agree with every cell.
 */
export const matrix: Record<string, Record<Caller, Rights>> = {
  ...matrixOfWork,

  agencies: {
    ...nobody,
    ben: reads('north'),
    ana: { ...reads('north'), update: ['north'] },
    abe: reads('north'),
    sol: {
      select: ['north', 'south', 'closed', 'spare'],
      insert: ['spare'],
      update: ['north', 'south', 'closed', 'spare'],
      delete: ['spare'],
    },
    cleo: reads('south'),
    ivy: reads('closed'),
  },

  // The test's update changes the name; rules.test.ts covers who assigns people to an agency.
  user_profiles: {
    ...nobody,
    nia: profileOnly,
    uma: profileOnly,
    ben: profileAmong('north'),
    ana: profileAmong('north'),
    abe: profileAmong('north'),
    sol: profileAmong('north', 'south', 'closed', 'nowhere'),
    cleo: profileAmong('south'),
    ivy: profileAmong('closed'),
    dora: profileOnly,
  },

  // The database maintains the rows of user_accounts; no API role writes them.
  user_accounts: {
    ...nobody,
    ana: reads('own', 'north'),
    abe: reads('own', 'north'),
    sol: reads('own', 'north', 'south', 'closed', 'nowhere'),
  },

  user_roles: {
    ...nobody,
    nia: reads('own'),
    uma: reads('own'),
    ben: reads('own', 'north'),
    ana: reads('own', 'north'),
    abe: reads('own', 'north'),
    sol: {
      select: ['own', 'north', 'south', 'closed', 'nowhere'],
      insert: ['north', 'south', 'closed', 'nowhere'],
      update: [],
      delete: ['north', 'south', 'closed', 'nowhere'],
    },
    cleo: reads('own', 'south'),
    ivy: reads('own', 'closed'),
    dora: reads('own'),
  },

  chat_messages: {
    ...nobody,
    ben: speaksIn('north'),
    ana: speaksIn('north'),
    abe: speaksIn('north'),
    sol: speaksIn('north'),
    cleo: speaksIn('south'),
    ivy: reads('closed'),
  },

  user_presence: {
    ...nobody,
    ben: isPresentIn('north'),
    ana: isPresentIn('north'),
    abe: isPresentIn('north'),
    sol: isPresentIn('north'),
    cleo: isPresentIn('south'),
    ivy: reads('own', 'closed'),
  },

  // The database writes notices; people mark them as read.
  notices: {
    ...nobody,
    ben: tendsOwn,
    ana: tendsOwn,
    abe: tendsOwn,
    sol: tendsOwn,
    cleo: tendsOwn,
    ivy: tendsOwn,
  },

  saved_views: {
    ...nobody,
    ben: keepsOwn,
    ana: keepsOwn,
    abe: keepsOwn,
    sol: keepsOwn,
    cleo: keepsOwn,
    ivy: keepsOwn,
  },

  password_vault: {
    ...nobody,
    ben: vaultOf('north'),
    ana: adminsVaultOf('north'),
    abe: adminsVaultOf('north'),
    sol: vaultOf('north'),
    cleo: vaultOf('south'),
    ivy: reads('own', 'ownShared', 'closed'),
  },

  vault_access_logs: {
    ...nobody,
    ben: recordsOwn,
    ana: recordsOwnAndReads('north'),
    abe: recordsOwnAndReads('north'),
    sol: recordsOwnAndReads('north', 'south', 'closed'),
    cleo: recordsOwn,
  },

  // Audit lines cannot be written by any API role, not even the service role.
  audit_events: {
    ...nobody,
    ana: reads('north'),
    abe: reads('north'),
    sol: reads('north', 'south', 'closed'),
  },

  contact_submissions: {
    ...nobody,
    visitor: sendsMessages,
    nia: sendsMessages,
    uma: sendsMessages,
    ben: answersMessages,
    ana: everything('any'),
    abe: everything('any'),
    sol: everything('any'),
    cleo: sendsMessages,
    ivy: sendsMessages,
    dora: sendsMessages,
    // A program of North, which answers the website.
    reporter: reads('any'),
    zapier: answersMessages,
  },

  // A function adds sources. The staff know their names by another one (enquiry_origins).
  enquiry_sources: {
    ...nobody,
    ana: tendsSources,
    abe: tendsSources,
    sol: tendsSources,
  },

  page_counts: {
    ...nobody,
    ben: reads('any'),
    ana: reads('any'),
    abe: reads('any'),
    sol: reads('any'),
  },

  // The function webhooks adds rows with the service key, after it has checked the address.
  webhooks: {
    ...nobody,
    ana: managesWebhooks('north'),
    abe: managesWebhooks('north'),
    sol: managesWebhooks('north', 'south', 'closed'),
  },
  // The database alone writes the events.
  webhook_deliveries: {
    ...nobody,
    ana: reads('north'),
    abe: reads('north'),
    sol: reads('north', 'south', 'closed'),
  },

  // A function adds keys, and nobody deletes one.
  program_keys: {
    ...nobody,
    ana: revokesKeys('north'),
    abe: revokesKeys('north'),
    sol: revokesKeys('north', 'south', 'closed'),
  },

  role_permissions: {
    ...nobody,
    sol: reads('any'),
  },
}

/** The matrix where an agency other than North answers the website: North then has the same rights on enquiries as South. */
export const matrixWhereAnotherAgencyAnswers: typeof matrix = {
  ...matrix,
  ...Object.fromEntries(
    Object.entries(matrix)
      .filter(([table]) => ['contact_submissions', 'enquiry_sources', 'page_counts'].includes(table))
      .map(([table, { cleo, ...rightsOf }]) => [
        table,
        { ...rightsOf, cleo, ben: cleo, ana: cleo, abe: cleo, reporter: nothing, zapier: nothing },
      ]),
  ),
}
