export default function ClientsRoute() {
  return <p>Client Management</p>
}
