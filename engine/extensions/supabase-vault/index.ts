import type { StandIn } from '../stand-in.ts'

export const supabaseVault: StandIn = {
  extension: 'supabase_vault',
  // Every project on the hosted service has it.
  namedBy: /\bvault"?\s*\.\s*"?(?:create_secret|update_secret|secrets|decrypted_secrets)\b/i,
  folder: import.meta.dirname,
  settings: (vaultKey) => ({ 'engine.vault_key': vaultKey }),
}
