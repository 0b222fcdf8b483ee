export default function AgenciesRoute() {
  return <p>Agencies</p>
}
