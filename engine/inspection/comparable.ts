/** Definitions without what differs between two databases that are the same: who made them, and words of newer versions. */
export function comparableBy(owner: string) {
  const name = new RegExp(`(?<![\\w.])${owner.replaceAll(/\W/g, '\\$&')}(?![\\w.])`, 'g')
  return (definition: string) =>
    definition
      .replaceAll(name, 'postgres')
      // PostgreSQL 17 has a right more, MAINTAIN, which the owner of a table has.
      .replaceAll(/=([a-zA-Z*]*)m\//g, '=$1/')
}
