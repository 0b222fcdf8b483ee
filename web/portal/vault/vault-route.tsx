import { Placeholder } from '../shell/placeholder.tsx'

export default function VaultRoute() {
  return <Placeholder title="Password Vault" text="The password vault is not available yet." />
}
