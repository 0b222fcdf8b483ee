/**
 * Removes from definitions what may differ between two equal databases: the owner's name, and details of newer
 * versions.
 */
export function comparableDefinition(owner: string) {
  const name = new RegExp(`(?<![\\w.])${owner.replaceAll(/\W/g, '\\$&')}(?![\\w.])`, 'g')
  return (definition: string) =>
    definition
      .replaceAll(name, 'postgres')
      // PostgreSQL 17 has an additional right, MAINTAIN, which the owner of a table has.
      .replaceAll(/=([a-zA-Z*]*)m\//g, '=$1/')
}
