import type { Database } from '../database.ts'

/** The extension exists in every hosted project, before its migrations. */
export const CREATE_VAULT = 'create extension if not exists supabase_vault cascade;'

/** Stores the secrets of `[db.vault]`, as the CLI does before the migrations; one that has not changed stays as it is. */
export async function storeVaultSecrets(database: Database, secrets: Readonly<Record<string, string>>) {
  await database.transaction({}, async (tx) => {
    for (const [name, secret] of Object.entries(secrets)) {
      const [stored] = await tx.query<{ id: string; isSame: boolean }>(
        'select id, decrypted_secret = $2 as "isSame" from vault.decrypted_secrets where name = $1',
        [name, secret],
      )
      if (!stored) await tx.query('select vault.create_secret($1, $2)', [secret, name])
      else if (!stored.isSame) await tx.query('select vault.update_secret($1, $2)', [stored.id, secret])
    }
  })
}
