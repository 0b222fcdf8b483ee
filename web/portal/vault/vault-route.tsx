export default function VaultRoute() {
  return <p>Password Vault</p>
}
