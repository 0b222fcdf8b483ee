import { type Caller, callers, everything, nobody, nothing, type Rights, type RowName, reads } from './rights.ts'

const clientWork: Record<Caller, Rights> = {
  ...nobody,
  ben: everything('north'),
  ana: everything('north'),
  abe: everything('north'),
  sol: everything('north', 'south', 'closed'),
  cleo: everything('south'),
  ivy: reads('closed'),
}

/** Rights on rows that everybody adds and deletes, and only the author edits. */
const ownWork: Record<Caller, Rights> = {
  ...nobody,
  ben: { ...everything('own', 'north'), update: ['own'] },
  ana: { ...everything('own', 'north'), update: ['own'] },
  abe: { ...everything('own', 'north'), update: ['own'] },
  sol: { ...everything('own', 'north', 'south', 'closed'), update: ['own'] },
  cleo: { ...everything('own', 'south'), update: ['own'] },
  ivy: reads('own', 'closed'),
}

/** Rights on rows that people read but do not write, such as those that follow from clients. */
const readers: Record<Caller, Rights> = {
  ...nobody,
  ben: reads('north'),
  ana: reads('north'),
  abe: reads('north'),
  sol: reads('north', 'south', 'closed'),
  cleo: reads('south'),
  ivy: reads('closed'),
}
const addsTo = (...rows: RowName[]): Rights => ({ ...reads(...rows), insert: rows })
const writes = (...rows: RowName[]): Rights => ({ ...everything(...rows), delete: [] })
const asks = (...rows: RowName[]): Rights => ({ ...everything(...rows), update: [] })
const tends = (...rows: RowName[]): Rights => ({ ...reads(...rows), update: rows })

/** Rights of keys, which change one column of some tables: program-keys.test.ts covers that. */
const programs = (zapier: Rights): Pick<Record<Caller, Rights>, 'reporter' | 'zapier'> => ({
  reporter: reads('north'),
  zapier,
})

/** Rights on clients and dependent rows. */
export const matrixOfWork: Record<string, Record<Caller, Rights>> = {
  clients: { ...clientWork, ...programs(addsTo('north')) },
  client_earlier_plans: readers,
  // What was written about a month is changed, and leaves only with its client.
  client_months: {
    ...readers,
    ben: writes('north'),
    ana: writes('north'),
    abe: writes('north'),
    sol: writes('north', 'south', 'closed'),
    cleo: writes('south'),
  },
  // A call is cancelled, and leaves only with its client or enquiry.
  calls: {
    ...readers,
    ben: writes('north'),
    ana: writes('north'),
    abe: writes('north'),
    sol: writes('north', 'south', 'closed'),
    cleo: writes('south'),
  },
  client_notes: { ...ownWork, ...programs(addsTo('north')) },
  client_people: clientWork,
  projects: { ...clientWork, ...programs(reads('north')) },
  project_notes: ownWork,
  project_steps: { ...clientWork, ...programs(addsTo('north')) },
  client_update_attachments: clientWork,

  // Everyone who sees an update may delete it; its author and admins may edit it.
  project_updates: {
    ...ownWork,
    ...programs(addsTo('north')),
    ana: everything('own', 'north'),
    abe: everything('own', 'north'),
    sol: everything('own', 'north', 'south', 'closed'),
  },
  project_update_versions: readers,
  update_answers: readers,
  update_reach: readers,

  // A function creates links, and they are revoked instead of deleted.
  client_links: {
    ...readers,
    ben: tends('north'),
    ana: tends('north'),
    abe: tends('north'),
    sol: tends('north', 'south', 'closed'),
    cleo: tends('south'),
  },
  client_link_openings: readers,
  // A function behind the client's page stores what they ask for; the staff says what becomes of it.
  client_requests: {
    ...readers,
    ben: tends('north'),
    ana: tends('north'),
    abe: tends('north'),
    sol: tends('north', 'south', 'closed'),
    cleo: tends('south'),
  },
  client_request_files: readers,
  // A function behind the client's page stores what they send, and another one erases it once it is in the vault.
  client_secrets: {
    ...nobody,
    ben: asks('north'),
    ana: asks('north'),
    abe: asks('north'),
    sol: asks('north'),
    cleo: asks('south'),
    ivy: reads('closed'),
  },
  // The sample row is a deleted client, visible to those who may delete clients. Other kinds are tried in
  // recently-deleted.test.ts.
  recently_deleted: { ...readers, ivy: nothing },
  // A function writes these rows, under the policies of clients and projects.
  imports: readers,
  client_mails: {
    ...readers,
    ben: addsTo('north'),
    ana: addsTo('north'),
    abe: addsTo('north'),
    cleo: addsTo('south'),
    sol: addsTo('north', 'south', 'closed'),
  },
}

/**
 * Rights on the files of updates in Storage: staff who work for the client read, upload and remove them. Nobody
 * replaces an existing file, neither by an upsert nor by a move.
 */
export const filesOfUpdates = Object.fromEntries(
  callers.map((caller) => [caller, { ...clientWork[caller], update: [] }]),
)

/**
 * Rights on files of the chat: members upload and read them. The files tried here were uploaded by another person, so
 * nobody may remove them.
 */
export const filesOfChat: Record<Caller, Rights> = {
  ...nobody,
  ben: addsTo('north'),
  ana: addsTo('north'),
  abe: addsTo('north'),
  sol: addsTo('north'),
  cleo: addsTo('south'),
  ivy: reads('closed'),
}
