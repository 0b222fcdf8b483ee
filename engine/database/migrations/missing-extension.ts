import type pg from 'pg'

const NOT_SUPPORTED = '0A000'

/** The extension that a statement creates and that the database does not have. */
export const missingExtension = ({ code, message }: pg.DatabaseError): string | undefined =>
  code === NOT_SUPPORTED ? /^extension "(.+)" is not available$/.exec(message)?.[1] : undefined

/** Replacements for extensions that hosted projects create and that no feature stands in for. */
const alternatives: ReadonlyMap<string | undefined, string> = new Map([
  [
    'http',
    'A statement cannot wait for another server to answer: ask with net.http_get or net.http_post of the extension pg_net, whose answer is a row of net._http_response, or from a function of the project.',
  ],
])

export const alternativeTo = (error: pg.DatabaseError): string | undefined => alternatives.get(missingExtension(error))
