import { type Caller, callers, everything, nobody, nothing, type Rights, type RowName, reads } from './rights.ts'

const clientWork: Record<Caller, Rights> = {
  visitor: nothing,
  nia: nothing,
  uma: nothing,
  ben: everything('north'),
  ana: everything('north'),
  abe: everything('north'),
  sol: everything('north', 'south', 'closed'),
  cleo: everything('south'),
  ivy: reads('closed'),
  dora: nothing,
  otis: nothing,
  tova: nothing,
  planner: nothing,
}

/** Of what everybody adds and deletes, and only who wrote it edits. */
const ownWork: Record<Caller, Rights> = {
  ...nobody,
  ben: { ...everything('own', 'north'), update: ['own'] },
  ana: { ...everything('own', 'north'), update: ['own'] },
  abe: { ...everything('own', 'north'), update: ['own'] },
  sol: { ...everything('own', 'north', 'south', 'closed'), update: ['own'] },
  cleo: { ...everything('own', 'south'), update: ['own'] },
  ivy: reads('own', 'closed'),
}

/** Of what hangs on clients and is not written by hand. */
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
const tends = (...rows: RowName[]): Rights => ({ ...reads(...rows), update: rows })

/** Clients and what hangs on them. */
export const matrixOfWork: Record<string, Record<Caller, Rights>> = {
  clients: clientWork,
  client_notes: ownWork,
  projects: clientWork,
  project_notes: ownWork,
  client_update_attachments: clientWork,

  // Whoever sees an update may delete it; who wrote it and admins edit it.
  project_updates: {
    ...ownWork,
    ana: everything('own', 'north'),
    abe: everything('own', 'north'),
    sol: everything('own', 'north', 'south', 'closed'),
  },
  project_update_versions: readers,
  update_answers: readers,
  update_reach: readers,

  // Links are made by a function, and revoked instead of deleted.
  client_links: {
    ...readers,
    ben: tends('north'),
    ana: tends('north'),
    abe: tends('north'),
    sol: tends('north', 'south', 'closed'),
    cleo: tends('south'),
  },
  client_link_openings: readers,
  // Of a client: whoever may delete it. Other kinds are tried in recently-deleted.test.ts.
  recently_deleted: { ...readers, ivy: nothing },
  // Written by a function, which the policies of clients and projects hold to what its caller may.
  imports: readers,
  client_mails: {
    ...readers,
    ...{ ben: addsTo('north'), ana: addsTo('north'), abe: addsTo('north'), cleo: addsTo('south') },
    sol: addsTo('north', 'south', 'closed'),
  },
}

/**
 * Files of updates, through the storage service: whoever does the work reads, uploads and removes them. Nobody
 * exchanges one that is there, neither by an upload in its place nor by moving another.
 */
export const filesOfUpdates = Object.fromEntries(
  callers.map((caller) => [caller, { ...clientWork[caller], update: [] }]),
)

/**
 * Files of the chat: whoever speaks in it uploads them, and whoever reads it reads them. What is tried here somebody else has uploaded,
 * which nobody takes away.
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
