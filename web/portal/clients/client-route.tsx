export default function ClientRoute() {
  return <p>Client not found</p>
}
